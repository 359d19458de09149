/** `<move-form>`: any move, also one that is not legal. Props: `game`, `oncheck` (type, fields). */
import { h, onValue, View } from "../dom.js";
import { missingLabels, startRecord } from "../state/records.js";
import { t } from "../strings.js";

export class MoveForm extends View {
  type = "";
  /** @type {Record<string, any>} */
  value = {};

  /** @param {string} type @param {Record<string, any>} value */
  set(type, value) {
    this.type = type;
    this.value = value;
    this.update();
  }

  /** @override */
  render() {
    const game = /** @type {import("../api.js").Game} */ (this.props["game"]);
    const fieldsOf = (/** @type {string} */ type) => game.moves.find((move) => move.type === type)?.fields ?? [];
    const chosen = game.moves.find((move) => move.type === this.type);
    return h(
      "details.options",
      {},
      h("summary", {}, t("other_move")),
      h(
        "label.number",
        {},
        h("span", {}, t("move_type")),
        h(
          "select",
          { value: chosen ? this.type : "", onchange: onValue((type) => this.set(type, startRecord(fieldsOf(type)))) },
          h("option", { value: "" }, "–"),
          ...game.moves.map((move) => h("option", { value: move.type }, move.label)),
        ),
      ),
      chosen && h("p.hint", {}, chosen.text),
      chosen && h("record-form", { key: chosen.type, game, fields: chosen.fields, value: this.value, players: [], left: () => 99, onchange: (/** @type {any} */ next) => this.set(this.type, next) }),
      chosen &&
        h(
          "div.actions",
          {},
          h("button", { type: "button", disabled: missingLabels(chosen.fields, this.value).length > 0, onclick: () => this.props["oncheck"](this.type, this.value) }, t("is_legal")),
        ),
    );
  }
}

customElements.define("move-form", MoveForm);
