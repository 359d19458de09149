/** `<developers-page>`: every call of the page, as curl and JSON. */
import { calls, events } from "../api.js";
import { h } from "../dom.js";
import { currentLanguage, t } from "../strings.js";
import { Page } from "./page.js";

export class DevelopersPage extends Page {
  /** @override */
  connectedCallback() {
    this.onCall = () => this.update();
    events.addEventListener("call", this.onCall);
    super.connectedCallback();
  }

  disconnectedCallback() {
    if (this.onCall) events.removeEventListener("call", this.onCall);
  }

  /** @override */
  render() {
    return [
      h("h1", { tabindex: "-1" }, t("requests")),
      h("p.hint", {}, t("requests_lead"), " ", h("a", { href: "docs/api" }, t("api_reference"))),
      ...calls.slice(0, 8).map((call) =>
        h(
          "details.call",
          {},
          h("summary", {}, h("code", {}, `${call.method} ${new URL(call.url).pathname}`), ` ${call.status}`),
          h("pre", { tabindex: "0" }, curl(call)),
          h("pre", { tabindex: "0" }, JSON.stringify(call.answer, null, 2).slice(0, 20_000)),
        ),
      ),
    ];
  }
}

/** @param {import("../api.js").Call} call */
function curl({ url, body }) {
  const json = JSON.stringify(body).replaceAll("'", "'\\''");
  return `curl -s ${url} -H 'Accept-Language: ${currentLanguage()}' -H 'Content-Type: application/json' -d '${json}'`;
}

customElements.define("developers-page", DevelopersPage);
