"""The fonts that the numerals of rendered tiles are drawn with: all from Debian packages, under free licences."""

from functools import cache
from pathlib import Path

FOLDERS = (Path("/usr/share/fonts"), Path("/usr/share/texmf/fonts"))

PACKAGES = """
fonts-adf-gillius fonts-adf-ikarius fonts-adf-switzera fonts-adf-universalis fonts-adf-verana fonts-allerta
fonts-averia-sans-gwf fonts-b612 fonts-bebas-neue fonts-beteckna fonts-cabin fonts-cantarell fonts-clear-sans
fonts-comfortaa fonts-comic-neue fonts-croscore fonts-crosextra-carlito fonts-dejavu-core fonts-dejavu-extra fonts-dosis
fonts-eurofurence fonts-freefont-ttf fonts-inter fonts-junction fonts-jura fonts-karla fonts-lato fonts-league-spartan
fonts-liberation fonts-manrope fonts-mplus fonts-national-park fonts-oldstandard fonts-open-sans fonts-opendin
fonts-oxygen fonts-paratype fonts-play fonts-quicksand fonts-roadgeek fonts-roboto-unhinted fonts-routed-gothic
fonts-sil-andika fonts-sora fonts-texgyre fonts-tuffy fonts-ubuntu-title fonts-urw-base35 fonts-vollkorn
fonts-yanone-kaffeesatz
""".split()

SANS = """
AveriaSansGWF-Bold AveriaSansGWF-Regular Andika-Bold Andika-Regular Arimo-Bold Arimo-Regular B612-Bold B612-Regular
BebasNeue-Bold BebasNeue-Regular Beteckna BetecknaGS-Bold Cabin-Bold Cabin-Medium Cantarell-Bold Cantarell-ExtraBold
Carlito-Bold ClearSans-Bold ClearSans-Medium Comfortaa-Bold Comfortaa-Regular ComicNeue-Bold DejaVuSans DejaVuSans-Bold
DejaVuSansCondensed-Bold Dosis-Bold Dosis-ExtraBold Dosis-Medium FreeSans FreeSansBold GilliusADF-Bold GilliusADF-BoldCond
GilliusADFNo2-Bold IkariusADFStd-Bold Inter-Black Inter-Bold Inter-Medium InterDisplay-Bold InterDisplay-ExtraBold Junction
Jura-Bold Karla-Bold Karla-ExtraBold Lato-Black Lato-Bold Lato-Medium LeagueSpartan-Bold LeagueSpartan-Medium
LiberationSans-Bold LiberationSans-Regular LiberationSansNarrow-Bold Manrope-Bold Manrope-ExtraBold Mplus1-Black Mplus1-Bold
Mplus2-ExtraBold NationalPark-Heavy NationalPark-Regular NimbusSans-Bold NimbusSans-Regular NimbusSansNarrow-Bold OSP-DIN
OpenSans-Bold OpenSans-CondBold OpenSans-ExtraBold OpenSans-Semibold Oxygen-Sans-Bold Play-Bold PTC75F PTN77F PTS75F PTS55F
Quicksand-Bold Quicksand-Medium RG2014D RG2014E Roboto-Black Roboto-Bold Roboto-Medium RobotoCondensed-Bold Sora-Bold
SwitzeraADF-Bold SwitzeraADF-BoldCond SwitzeraADF-BoldExt SwitzeraADF-ExtraBold Tuffy_Bold Ubuntu-Title URWGothic-Demi
UniversalisADFStd-Bold UniversalisADFStd-BoldCond VeranaSans-Bold YanoneKaffeesatz-Bold allerta_medium eurof75 routed-gothic
routed-gothic-wide texgyreadventor-bold texgyreheros-bold texgyreheros-regular texgyreheroscn-bold
""".split()

SERIF = """
C059-Bold DejaVuSerif-Bold FreeSerifBold LiberationSerif-Bold NimbusRoman-Bold OldStandard-Bold P052-Bold PTF75F
URWBookman-Demi Vollkorn-Bold texgyrebonum-bold texgyrepagella-bold texgyreschola-bold texgyretermes-bold
""".split()


@cache
def find_fonts() -> tuple[list[str], list[str]]:
    """The files of the fonts without and with serifs; every one of them must be installed."""
    files: dict[str, Path] = {}
    for folder in FOLDERS:
        for path in sorted(folder.rglob("*")):
            if path.suffix in (".ttf", ".otf"):
                files.setdefault(path.stem, path)
    missing = [name for name in SANS + SERIF if name not in files]
    if missing:
        raise SystemExit(f"Fonts are missing: {' '.join(missing)}\nInstall them: apt-get install {' '.join(PACKAGES)}")
    return [str(files[name]) for name in SANS], [str(files[name]) for name in SERIF]
