/** The forms of the API reference: they send the body as it is, and show the response. */

for (const form of document.querySelectorAll("form.try")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void send(/** @type {HTMLFormElement} */ (form));
  });
}

/** @param {HTMLFormElement} form */
async function send(form) {
  const body = /** @type {HTMLTextAreaElement} */ (form.querySelector("textarea")).value;
  const shown = /** @type {HTMLElement} */ (form.querySelector("code"));
  try {
    const response = await fetch(form.dataset["path"] ?? "", { method: "POST", headers: { "Content-Type": "application/json" }, body });
    const text = await response.text();
    shown.textContent = `${response.status}\n${JSON.stringify(JSON.parse(text), null, 2)}`;
  } catch (error) {
    shown.textContent = String(error);
  }
}
