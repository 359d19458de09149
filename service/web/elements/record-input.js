/** `<record-input>`: a record from a file or as text, and a field of its own below. Props: `value`, `label` (of the button), `extra` (drawn below the text) and `onopen` (text). */
import { h, onValue, View } from "../dom.js";
import { t } from "../strings.js";

const LARGEST = 200_000;

export class RecordInput extends View {
  text = "";
  error = "";

  /** @override @param {Record<string, any>} props */
  setProps(props) {
    if (props["value"] !== this.props["value"]) this.text = props["value"];
    super.setProps(props);
  }

  /** @param {Event} event */
  async read(event) {
    const input = /** @type {HTMLInputElement} */ (event.target);
    const file = input.files?.[0];
    if (!file) return;
    this.error = file.size > LARGEST ? t("record_unreadable") : "";
    if (!this.error) this.open(await file.text());
    this.update();
    input.value = "";
  }

  /** @param {string} text */
  open(text) {
    this.text = text;
    this.props["onopen"](text);
  }

  /** @override */
  render() {
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      this.open(this.text);
    };
    return h(
      "form.stack",
      { onsubmit: submit },
      h(
        "label.number.wide",
        {},
        h("span", {}, t("record_text")),
        h("textarea", { value: this.text, rows: 6, maxlength: LARGEST, spellcheck: "false", autocapitalize: "off", placeholder: '[variant "…"]', oninput: onValue((text) => (this.text = text)) }),
      ),
      this.props["extra"],
      this.error && h("p.wrong", { role: "alert" }, this.error),
      h(
        "div.actions",
        {},
        h("button", { type: "submit", class: this.props["isDone"] ? "" : "primary" }, this.props["label"]),
        h("label.button.quiet", {}, t("record_file"), h("input.visually-hidden", { type: "file", accept: ".txt,.json,.record,text/plain,application/json", onchange: (/** @type {Event} */ event) => this.read(event) })),
      ),
    );
  }
}

customElements.define("record-input", RecordInput);
