/**
 * `<record-form>`: the inputs of a record, drawn from the fields that the service describes.
 *
 * Props: `game`, `fields`, `value`, `players` (names for the choice of a player), `left`, `onchange`, `path` (the JSON
 * pointer of the record), `violations` (shown at their fields) and optionally `owner` (the name of the player it is about) and `photo` (what a
 * photograph of the player's tiles needs).
 */
import { h, onChecked, onValue, View } from "../dom.js";
import { startRecord } from "../state/records.js";
import { t } from "../strings.js";
import { violationList } from "./violations.js";

/** @typedef {import("../api.js").FormField} FormField */

let count = 0;

export class RecordForm extends View {
  name = `form${++count}`;

  /** @param {string} name @param {any} value */
  set(name, value) {
    this.props["onchange"]({ ...this.props["value"], [name]: value });
  }

  /** @override */
  render() {
    const fields = /** @type {FormField[]} */ (this.props["fields"]);
    return fields.map((field) => h("div.field-box", { key: field.name, "data-field": field.name }, this.field(field), this.violationsAt(field)));
  }

  /** @param {FormField} field */
  violationsAt(field) {
    if (field.shape === "records") return null;
    const path = `${this.props["path"] ?? ""}/${field.name}`;
    const found = (this.props["violations"] ?? []).filter((/** @type {any} */ one) => one.path === path || one.path.startsWith(`${path}/`));
    return violationList(found);
  }

  /** @param {FormField} field @returns {import("../dom.js").Child} */
  field(field) {
    const value = this.props["value"][field.name];
    const set = (/** @type {any} */ next) => this.set(field.name, next);
    switch (field.shape) {
      case "flag":
        return this.flag(field, value, set);
      case "count":
        return this.number(field, value, set);
      case "choice":
      case "phase":
        return this.choice(field, value, set);
      case "some_choices":
        return this.someChoices(field, value ?? [], set);
      case "name":
        return this.choosePlayer(field.label, value, set, field.nullable, field.name);
      case "tile":
        return [h("p.label", {}, field.label), this.tiles(field, value ? [value] : [], (codes) => set(codes[0] ?? (field.nullable ? null : undefined)), 1)];
      case "tiles":
      case "partially_known":
        return [h("p.label", {}, field.label), this.tiles(field, value ?? [], set)];
      case "melds":
        return this.melds(field, value ?? [], set);
      case "owned_melds":
        return this.ownedMelds(field, value, set);
      case "open_or_hidden":
        return [h("p.label", {}, field.label), ...this.slots(field, value, set)];
      case "names":
        return this.names(field, value ?? [], set);
      case "taken_card":
        return this.takenCard(field, value, set);
      case "records":
        return this.records(field, value ?? [], set);
      default:
        return null;
    }
  }

  /** @param {FormField} field @param {boolean} value @param {(next: boolean) => void} set */
  flag(field, value, set) {
    return h(
      "label.switch",
      {},
      h("input", { type: "checkbox", checked: value, onchange: onChecked(set) }),
      h("span", {}, field.label),
    );
  }

  /** @param {FormField} field @param {number | undefined} value @param {(next: number) => void} set */
  number(field, value, set) {
    return h(
      "label.number",
      {},
      h("span", {}, field.label),
      h("input", {
        type: "number",
        inputmode: "numeric",
        min: field.minimum,
        max: field.maximum,
        value: value === undefined || (value === 0 && field.default === 0) ? "" : String(value),
        oninput: onValue((text) => (text === "" ? field.default !== undefined && set(Number(field.default)) : set(Number(text)))),
      }),
    );
  }

  /** @param {FormField} field @param {string | null | undefined} value @param {(next: string | null | undefined) => void} set */
  choice(field, value, set) {
    const labels = field.choice_labels ?? [];
    const none = field.required ? null : undefined;
    return h(
      "label.number",
      {},
      h("span", {}, field.label),
      h(
        "select",
        { value: value ?? "", onchange: onValue((text) => set(text || none)) },
        (!field.required || field.nullable) && h("option", { value: "" }, field.shape === "phase" ? t("at_start") : "–"),
        ...(field.choices ?? []).map((choice, index) => h("option", { value: choice }, labels[index] ?? choice)),
      ),
    );
  }

  /** How often each of some choices applies. @param {FormField} field @param {string[]} chosen @param {(next: string[]) => void} set */
  someChoices(field, chosen, set) {
    const labels = field.choice_labels ?? [];
    return [
      h("p.label", {}, field.label),
      ...(field.choices ?? []).map((choice, index) => {
        const count = { name: choice, label: labels[index] ?? choice, shape: /** @type {const} */ ("count"), required: true, nullable: false, minimum: 0, maximum: 9 };
        const others = chosen.filter((one) => one !== choice);
        return this.number(count, chosen.length - others.length, (next) => set([...others, ...Array(Math.max(0, Math.min(9, next))).fill(choice)]));
      }),
    ];
  }

  /** @param {string} label @param {string | null | undefined} value @param {(next: string | null) => void} set @param {boolean} nullable @param {string} key */
  choosePlayer(label, value, set, nullable, key) {
    const names = /** @type {string[]} */ (this.props["players"]);
    const chip = (/** @type {string | null} */ name) =>
      h(
        "label.chip",
        {},
        h("input", { type: "radio", name: `${this.name}-${key}`, checked: value === name, onchange: () => set(name) }),
        h("span", {}, name ?? t("nobody")),
      );
    return h("fieldset.chips", {}, h("legend", {}, label), ...names.map(chip), nullable && chip(null));
  }

  /** @param {FormField} field @param {string[]} codes @param {(next: string[]) => void} set @param {number} [most] */
  tiles(field, codes, set, most) {
    const owner = this.props["owner"];
    return h("tile-field", {
      game: this.props["game"],
      codes,
      label: owner ? `${owner}, ${field.label}` : field.label,
      left: this.props["left"],
      partial: field.shape === "partially_known",
      photo: field.shape === "partially_known",
      most,
      ...(field.shape === "partially_known" ? this.props["photo"] : {}),
      onchange: set,
    });
  }

  /** @param {FormField} field @param {(string | null)[]} slots @param {(next: (string | null)[]) => void} set */
  slots(field, slots, set) {
    return slots.map((code, index) =>
      h("div.slot", { key: `slot${index}` }, this.tiles(field, code ? [code] : [], (codes) => set(slots.with(index, codes[0] ?? null)), 1)),
    );
  }

  /** @param {FormField} field @param {string[]} names @param {(next: string[]) => void} set */
  names(field, names, set) {
    const read = (/** @type {string} */ text) => set(text.split(",").map((name) => name.trim()).filter(Boolean));
    return h("label.number.wide", {}, h("span", {}, field.label, " ", h("small", {}, t("with_commas"))), h("input.name", { value: names.join(", "), onchange: onValue(read) }));
  }

  /** @param {FormField} field @param {{card: string, slot: number} | null} taken @param {(next: any) => void} set */
  takenCard(field, taken, set) {
    const slot = { name: "slot", label: t("from_slot"), shape: /** @type {const} */ ("count"), required: true, nullable: false, minimum: 0, maximum: 9 };
    return [
      h("p.label", {}, field.label),
      this.tiles(field, taken ? [taken.card] : [], ([card]) => set(card ? { card, slot: taken?.slot ?? 0 } : null), 1),
      taken && this.number(slot, taken.slot, (next) => set({ ...taken, slot: next })),
    ];
  }

  /** @param {FormField} field @param {string[][]} melds @param {(next: string[][]) => void} set */
  melds(field, melds, set) {
    return [
      h("p.label", {}, field.label, !field.required && h("small", {}, ` ${t("found_if_empty")}`)),
      ...melds.map((meld, index) =>
        h(
          "div.meld-row",
          { key: `meld${index}` },
          this.tiles({ ...field, label: `${field.label} ${index + 1}` }, meld, (codes) => set(melds.with(index, codes))),
          removeButton(() => set(melds.toSpliced(index, 1))),
        ),
      ),
      h("button.quiet", { key: "more", type: "button", onclick: () => set([...melds, []]) }, t("add_meld")),
    ];
  }

  /** @param {FormField} field @param {{owner: string, cards: string[]}[]} melds @param {(next: any[]) => void} set */
  ownedMelds(field, melds, set) {
    const names = /** @type {string[]} */ (this.props["players"]);
    return [
      h("p.label", {}, field.label),
      ...melds.map((meld, index) =>
        h(
          "div.meld-row",
          { key: `meld${index}` },
          h(
            "label.number",
            {},
            h("span", {}, t("laid_by")),
            h(
              "select",
              { value: meld.owner, onchange: onValue((owner) => set(melds.with(index, { ...meld, owner }))) },
              ...names.map((name) => h("option", { value: name }, name)),
            ),
          ),
          this.tiles({ ...field, label: `${field.label} ${index + 1}` }, meld.cards, (cards) => set(melds.with(index, { ...meld, cards }))),
          removeButton(() => set(melds.toSpliced(index, 1))),
        ),
      ),
      h("button.quiet", { key: "more", type: "button", onclick: () => set([...melds, { owner: melds.at(-1)?.owner ?? names[0], cards: [] }]) }, t("add_meld")),
    ];
  }

  /** @param {FormField} field @param {Record<string, any>[]} items @param {(next: any[]) => void} set */
  records(field, items, set) {
    const inner = field.fields ?? [];
    return [
      h("p.label", {}, field.label),
      ...items.map((item, index) =>
        h(
          "div.meld-row",
          { key: `item${index}` },
          h("record-form", { ...this.props, fields: inner, value: item, path: `${this.props["path"] ?? ""}/${field.name}/${index}`, onchange: (/** @type {any} */ next) => set(items.with(index, next)) }),
          removeButton(() => set(items.toSpliced(index, 1))),
        ),
      ),
      h("button.quiet", { key: "more", type: "button", onclick: () => set([...items, startRecord(inner)]) }, field.name === "lay_offs" ? t("add_lay_off") : `+ ${field.label}`),
    ];
  }
}

/** @param {() => void} onclick */
const removeButton = (onclick) => h("button.quiet.remove", { type: "button", "aria-label": t("remove"), onclick }, "×");

customElements.define("record-form", RecordForm);
