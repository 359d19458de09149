import { h } from "../dom.js";

/** An input for a photograph, on its button. @param {string} label @param {(file: File) => void} onfile @param {string} [name]  for people who do not see it */
export const photoButton = (label, onfile, name = label) =>
  h(
    "label.button.photo-button",
    {},
    label,
    h("input.visually-hidden", {
      type: "file",
      accept: "image/*",
      "aria-label": name,
      onchange: (/** @type {Event} */ event) => {
        const input = /** @type {HTMLInputElement} */ (event.target);
        if (input.files?.[0]) onfile(input.files[0]);
        input.value = "";
      },
    }),
  );
