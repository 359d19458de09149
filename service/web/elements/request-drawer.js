/** `<request-drawer>`: every call of the page, as curl and JSON. */
import { calls, events } from "../api.js";
import { h, View } from "../dom.js";
import { currentLanguage, t } from "../strings.js";

export class RequestDrawer extends View {
  /** @override */
  connectedCallback() {
    this.onCall = () => this.update();
    events.addEventListener("call", this.onCall);
    this.update();
  }

  disconnectedCallback() {
    if (this.onCall) events.removeEventListener("call", this.onCall);
  }

  /** @override */
  render() {
    return h(
      "details.drawer.no-print",
      { ontoggle: () => this.update() },
      h("summary", {}, t("requests"), h("small", {}, ` ${calls.length}`)),
      h("p.hint", {}, t("requests_lead"), " ", h("a", { href: "docs/api" }, t("api_reference"))),
      ...(this.querySelector("details")?.open ? calls.slice(0, 8) : []).map((call) =>
        h(
          "details",
          {},
          h("summary", {}, h("code", {}, `${call.method} ${new URL(call.url).pathname}`), ` ${call.status}`),
          h("pre", { tabindex: "0" }, curl(call)),
          h("pre", { tabindex: "0" }, JSON.stringify(call.answer, null, 2).slice(0, 20_000)),
        ),
      ),
    );
  }
}

/** @param {import("../api.js").Call} call */
function curl({ url, body }) {
  const language = `-H 'Accept-Language: ${currentLanguage()}'`;
  if (!body) return `curl -s ${url} ${language}`;
  const json = JSON.stringify(body).replaceAll("'", "'\\''");
  return `curl -s ${url} \\\n  ${language} \\\n  -H 'Content-Type: application/json' \\\n  -d '${json}'`;
}

customElements.define("request-drawer", RequestDrawer);
