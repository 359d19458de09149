/** What can be taken back, until something else can. */

export const undo = new (class extends EventTarget {
  text = "";
  act = () => {};
})();

/** @param {string} text  what has happened @param {() => void} act */
export function offerUndo(text, act) {
  Object.assign(undo, { text, act });
  undo.dispatchEvent(new Event("change"));
}
