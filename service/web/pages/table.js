import { h, View } from "../dom.js";
export class TablePage extends View {
  /** @override */
  render() { return h("h1", {}, "…"); }
}
customElements.define("table-page", TablePage);
