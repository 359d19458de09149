/**
 * A small virtual DOM: `h` describes elements, `patch` makes the children of an element match a description and keeps
 * the nodes that are there, so that focus and scroll positions survive.
 *
 * @typedef {{tag: string, props: Record<string, any>, children: Child[]}} VNode
 * @typedef {VNode | string | number | null | undefined | false | readonly any[]} Child
 * @typedef {{tag: string, key: any, props: Record<string, any>}} Made
 */

/** @type {WeakMap<Node, Made>} */
const MADE = new WeakMap();
/** What `h` has made: no other object is drawn, whatever it looks like. @type {WeakSet<object>} */
const OWN = new WeakSet();
const SVG = new Set(["svg", "path"]);
const AS_PROPERTY = new Set(["value", "checked", "disabled", "selected", "hidden"]);

/**
 * @param {string} tag  a tag name with classes: `button.tile.red`
 * @param {Record<string, any> | null} [props]  attributes, `on…` listeners, `key`; of a custom element its `props`
 * @param {...Child} children
 * @returns {VNode}
 */
export function h(tag, props, ...children) {
  const [name = "div", ...classes] = tag.split(".");
  const all = { ...props };
  if (classes.length) all["class"] = [...classes, all["class"]].filter(Boolean).join(" ");
  const node = { tag: name, props: all, children };
  OWN.add(node);
  return node;
}

/** @param {Child[]} children @returns {(VNode | string)[]} */
function flatten(children) {
  return children.flat(Infinity).filter((child) => child != null && child !== false).map((child) => {
    if (typeof child === "string" || typeof child === "number") return String(child);
    if (!OWN.has(child)) throw new TypeError("only strings, numbers and what h() returns can be drawn");
    return /** @type {VNode} */ (child);
  });
}

/** @param {Element} parent @param {Child[]} children */
export function patch(parent, children) {
  const old = [...parent.childNodes];
  const keyed = new Map(old.map((node) => [MADE.get(node)?.key, node]));
  keyed.delete(undefined);
  let place = parent.firstChild;
  for (const child of flatten(children)) {
    const node = take(old, keyed, child) ?? make(child);
    fill(node, child); // before it is inserted: a custom element has its props when it is connected
    if (node === place) place = place.nextSibling;
    else parent.insertBefore(node, place);
  }
  for (const node of old) node.parentNode === parent && parent.removeChild(node);
}

/** @param {ChildNode[]} old @param {Map<any, ChildNode>} keyed @param {VNode | string} child */
function take(old, keyed, child) {
  const key = typeof child === "string" ? undefined : child.props["key"];
  const fits = (/** @type {Node} */ node) =>
    typeof child === "string"
      ? node.nodeType === Node.TEXT_NODE
      : MADE.get(node)?.tag === child.tag && MADE.get(node)?.key === key;
  const found = key === undefined ? old.find(fits) : keyed.get(key);
  if (!found || !fits(found)) return undefined;
  old.splice(old.indexOf(found), 1);
  return found;
}

/** @param {VNode | string} child @returns {ChildNode} */
function make(child) {
  if (typeof child === "string") return document.createTextNode(child);
  const node = SVG.has(child.tag) ? document.createElementNS("http://www.w3.org/2000/svg", child.tag) : document.createElement(child.tag);
  MADE.set(node, { tag: child.tag, key: child.props["key"], props: {} });
  return node;
}

/** @param {Node} node @param {VNode | string} child */
function fill(node, child) {
  if (typeof child === "string") {
    if (node.nodeValue !== child) node.nodeValue = child;
    return;
  }
  const element = /** @type {HTMLElement} */ (node);
  const made = /** @type {Made} */ (MADE.get(node));
  const before = made.props;
  made.props = child.props;
  if (element instanceof View) {
    element.setProps(child.props);
    if (child.props["class"]) element.className = child.props["class"];
    return;
  }
  patch(element, child.children); // first, so that the value of a select finds its options
  for (const name of new Set([...Object.keys(before), ...Object.keys(child.props)])) {
    if (name !== "key") setProp(element, name, before[name], child.props[name]);
  }
}

/** @param {HTMLElement} element @param {string} name @param {any} before @param {any} value */
function setProp(element, name, before, value) {
  if (name.startsWith("on")) {
    if (before === value) return;
    const event = name.slice(2).toLowerCase();
    if (before) element.removeEventListener(event, before);
    if (value) element.addEventListener(event, value);
  } else if (name === "style") {
    for (const [key, one] of Object.entries(value ?? {})) element.style.setProperty(key, one);
  } else if (AS_PROPERTY.has(name)) {
    const target = /** @type {any} */ (element);
    if (name === "value" && before === value && element === document.activeElement && element instanceof HTMLInputElement) return; // it is being typed into
    if (target[name] !== value) target[name] = value ?? (name === "value" ? "" : false);
  } else if (before !== value) {
    if (value == null || value === false) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}

/** A listener for what an input holds. @param {(value: string) => void} act */
export const onValue = (act) => (/** @type {Event} */ event) => act(/** @type {HTMLInputElement} */ (event.target).value);

/** A listener for whether a box is checked. @param {(isChecked: boolean) => void} act */
export const onChecked = (act) => (/** @type {Event} */ event) => act(/** @type {HTMLInputElement} */ (event.target).checked);

/** The base of the custom elements: `render` describes the content, `update` draws it. */
export class View extends HTMLElement {
  /** @type {Record<string, any>} */
  props = {};

  /** @param {Record<string, any>} props */
  setProps(props) {
    this.props = props;
    this.update();
  }

  connectedCallback() {
    this.update();
  }

  update() {
    if (this.isConnected) patch(this, [this.render()]);
  }

  /** @returns {Child} */
  render() {
    return null;
  }
}
