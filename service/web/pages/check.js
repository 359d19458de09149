/** `<check-page>`: whether a deal is what was promised, computed here. Props: `data` (a record, packed) and `noted` (a commitment), both optional. */
import { getGame } from "../api.js";
import { h, onValue } from "../dom.js";
import "../elements/record-input.js";
import { tileRow } from "../elements/tile.js";
import { checkPromise, dealTiles, readDeal } from "../state/deal-check.js";
import { pack, unpack } from "../state/share.js";
import { t } from "../strings.js";
import { Page } from "./page.js";

/** @typedef {Awaited<ReturnType<typeof checkPromise>>} Promised */
/** @typedef {import("../api.js").Game} Game */

export class CheckPage extends Page {
  text = "";
  noted = "";
  /** @type {{game: Game, start: import("../state/deal-check.js").Start, promise: Promised, dealt: import("../state/deal-check.js").Dealt | null} | null} */
  found = null;

  /** @override */
  async load() {
    this.noted = this.props["noted"];
    if (!this.props["data"]) return;
    try {
      this.text = await unpack(this.props["data"]);
    } catch {
      throw new Error(t("link_broken"));
    }
    await this.check();
  }

  async check() {
    if (!crypto.subtle) throw new Error(t("deal_needs_https"));
    let start;
    try {
      start = readDeal(this.text);
    } catch {
      throw new Error(t("record_unreadable"));
    }
    const game = await getGame(start.variant);
    const promise = await checkPromise(start, this.noted);
    this.found = { game, start, promise, dealt: await dealTiles(game, start) };
  }

  /** Put the record into the address, which then survives a reload and can be sent. @param {string} text */
  async open(text) {
    const noted = this.noted.trim();
    const address = `#/check/${await pack(text)}${noted ? `?noted=${encodeURIComponent(noted)}` : ""}`;
    if (address !== location.hash) location.hash = address;
  }

  /** @override */
  render() {
    return [
      h("h1", { tabindex: "-1" }, t("check_deal")),
      !this.found && h("p.lead", {}, t("check_lead")),
      this.error && h("p.wrong", { role: "alert" }, this.error),
      h("div", { role: "status" }, this.found && this.verdict(this.found)),
      h("record-input", {
        value: this.text,
        label: t("check"),
        isDone: Boolean(this.found),
        extra: h(
          "label.number.wide",
          {},
          h("span", {}, t("noted")),
          h("input.noted", { value: this.noted, maxlength: 80, autocomplete: "off", spellcheck: "false", autocapitalize: "off", "aria-describedby": "noted-hint", oninput: onValue((noted) => (this.noted = noted)) }),
          h("small", { id: "noted-hint" }, t("noted_hint")),
        ),
        onopen: (/** @type {string} */ text) => this.open(text),
      }),
    ];
  }

  /** @param {NonNullable<CheckPage["found"]>} found */
  verdict({ game, start, promise, dealt }) {
    const isGood = promise.verdict === "kept";
    const said = { kept: t("deal_kept"), broken: t("deal_broken"), nothing: t("deal_nothing"), guessable: t("deal_guessable"), secret: t("deal_secret") };
    return [
      h(`p.promise.${isGood ? "good" : "bad"}`, {}, `${isGood ? "✓" : "✗"} ${said[promise.verdict]}`),
      isGood && !this.noted && h("p", {}, t("deal_compare")),
      promise.own && [
        h("h2", {}, t("check_steps")),
        h("ol.steps", {}, this.commitment(start, promise), this.contributions(promise), h("li", {}, h("p", {}, t("step_tiles")), dealt ? dealtView(game, dealt) : h("p.bad", {}, t("deal_impossible")))),
        h("p", {}, h("a", { href: "docs/fair-play" }, t("step_more"))),
      ],
    ];
  }

  /** @param {import("../state/deal-check.js").Start} start @param {Promised} promise */
  commitment({ variant, seed }, { own, promised }) {
    const line = (/** @type {string} */ label, /** @type {string} */ value) => h("div", {}, h("dt", {}, label), h("dd", {}, h("code", {}, value)));
    return h(
      "li",
      {},
      h("p", {}, t("step_commitment")),
      h("dl.digests", {}, line(t("step_command"), `printf 'rummy-referee commitment ${variant} ${seed}' | sha256sum`), line(t("step_computed"), own ?? ""), line(t("step_promised"), promised ?? "–")),
    );
  }

  /** @param {Promised} promise */
  contributions({ contributions }) {
    if (!contributions.length) return h("li", {}, h("p", {}, t("step_nobody")));
    return h("li", {}, h("p", {}, t("step_contributions")), h("ul", {}, ...contributions.map(({ said }) => h("li", {}, h("code", {}, said)))));
  }
}

/** @param {Game} game @param {import("../state/deal-check.js").Dealt} dealt */
function dealtView(game, { hands, turnedUp, discardTop, middle, stock }) {
  const label = (/** @type {string} */ name) => [...game.forms.snapshot, ...game.forms.facts].find((field) => field.name === name)?.label ?? "";
  const row = (/** @type {string} */ name, /** @type {readonly string[]} */ tiles) => tiles.length > 0 && h("div", { key: name }, h("dt", {}, name), h("dd", {}, tileRow(game, tiles)));
  return [
    h("dl.dealt.small", {}, ...hands.map(([name, tiles]) => row(name, tiles)), row(game.forms.facts[0]?.label ?? "", turnedUp ? [turnedUp] : []), row(label("discard_top"), discardTop ? [discardTop] : []), row(label("middle"), middle)),
    h("details.options", {}, h("summary", {}, t("step_stock", { count: stock.length })), h("div.small", {}, tileRow(game, stock))),
  ];
}

customElements.define("check-page", CheckPage);
