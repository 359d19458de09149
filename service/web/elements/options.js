/** The house rules of a game: its options, as the service describes them. Only those that differ are kept. */
import { h, onChecked, onValue } from "../dom.js";
import { t } from "../strings.js";

/**
 * @typedef {import("../api.js").Game} Game
 * @typedef {Game["options"][number]} Option
 */

/**
 * @param {Game} game @param {Record<string, any>} options @param {(options: Record<string, any>) => void} onchange
 * @param {boolean} [isForScores]  what concerns the play alone is put aside
 */
export function optionsForm(game, options, onchange, isForScores = false) {
  if (!game.options.length) return null;
  const set = (/** @type {Option} */ option, /** @type {any} */ value) => {
    const next = { ...options, [option.name]: value };
    if (JSON.stringify(value) === JSON.stringify(option.default)) delete next[option.name];
    onchange(next);
  };
  const changed = Object.keys(options).length;
  const isAside = (/** @type {Option} */ option) => isForScores && option.concerns === "play";
  const aside = game.options.filter(isAside);
  const view = (/** @type {Option} */ option) =>
    h(
      "div.option",
      { key: option.name },
      input(option, option.name in options ? options[option.name] : option.default, (value) => set(option, value)),
      h("p.hint", { id: `hint-${option.name}` }, ...describe(option)),
    );
  return h(
    "details.options",
    {},
    h("summary", {}, t("house_rules"), changed > 0 && h("small", {}, ` ${t("changed_count", { count: changed })}`)),
    ...game.options.filter((option) => !isAside(option)).map(view),
    aside.length > 0 && h("details.aside", {}, h("summary", {}, t("play_rules")), ...aside.map(view)),
  );
}

/** The text of an option, with labels instead of values. @param {Option} option */
function describe(option) {
  const label = (/** @type {string} */ code) => option.choice_labels?.[option.choices?.indexOf(code) ?? -1] ?? code;
  const said = option.text.replace(/\btrue:/, `${t("yes")}:`).replace(/\bfalse:/, `${t("no")}:`);
  return said.split("\x60").map((part, index) => (index % 2 ? h("em", {}, label(part)) : part));
}

/** @param {Option} option @param {any} value @param {(value: any) => void} set */
function input(option, value, set) {
  const described = { "aria-describedby": `hint-${option.name}` };
  if (option.type === "boolean") {
    return h("label.switch", {}, h("input", { ...described, type: "checkbox", checked: value, onchange: onChecked(set) }), h("span", {}, option.label));
  }
  if (option.type === "string") {
    const choices = (option.choices ?? []).map((choice, index) => h("option", { value: choice }, option.choice_labels?.[index] ?? choice));
    return h("label.number", {}, h("span", {}, option.label), h("select", { ...described, value, onchange: onValue(set) }, ...choices));
  }
  const isList = option.type === "array";
  const read = (/** @type {string} */ text) =>
    text === "" ? option.default : isList ? text.split(/[\s,;]+/).map(Number) : Number(text);
  return h(
    "label.number",
    {},
    h("span", {}, option.label),
    h("input", {
      ...described,
      type: isList ? "text" : "number",
      inputmode: "numeric",
      min: option.minimum,
      max: option.maximum,
      placeholder: option.nullable ? t("not_set") : null,
      value: isList ? (value ?? []).join(", ") : String(value ?? ""),
      onchange: onValue((text) => set(read(text.trim()))),
    }),
  );
}
