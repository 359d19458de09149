/** The base of the pages: the game is loaded again when the language changes, and the title follows the heading. */
import { View } from "../dom.js";
import { currentLanguage, t } from "../strings.js";

export class Page extends View {
  language = "";
  error = "";

  /** @override */
  connectedCallback() {
    this.setProps(this.props);
  }

  /** @override @param {Record<string, any>} props */
  setProps(props) {
    this.props = props;
    if (this.isConnected && this.language !== currentLanguage()) this.start(); // what is here already is in the first drawing
    this.update();
  }

  /** Load what depends on the language; what was there before stays until it is here. */
  async start() {
    this.language = currentLanguage();
    this.error = "";
    try {
      await this.load();
    } catch (error) {
      this.error = /** @type {Error} */ (error).message;
    }
    this.update();
  }

  async load() {}

  /** @override */
  update() {
    super.update();
    const heading = this.querySelector("h1")?.textContent;
    if (this.isConnected) document.title = heading ? `${heading} · ${t("title")}` : t("title");
  }
}
