/** Why something is not allowed: the sentences of the service, each with its rule. */
import { h } from "../dom.js";

/**
 * @typedef {import("../api.js").Violation} Violation
 * @typedef {import("../api.js").FormField} FormField
 */

/** @param {readonly {message: string, rule: {section: string, source: string}}[]} violations */
export function violationList(violations) {
  if (!violations.length) return null;
  return h("ul.violations", {}, ...violations.map(({ message, rule }) => h("li", {}, message, " ", ruleView(rule))));
}

/** @param {{section: string, source: string}} rule */
export const ruleView = ({ section, source }) => h("details.rule", {}, h("summary", {}, section), source);

/** Whether a form shows a violation at one of its fields. @param {readonly FormField[]} fields @param {string} path @returns {boolean} */
export function isAtField(fields, path) {
  const [, name, , ...rest] = path.split("/");
  const field = fields.find((one) => one.name === name);
  if (!field) return false;
  return field.shape === "records" ? rest.length > 0 && isAtField(field.fields ?? [], `/${rest.join("/")}`) : true;
}
