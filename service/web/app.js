/** The frame of the page: header, language, the page that the address names, and the request drawer. */
import { events, ROOT, setKey } from "./api.js";
import { h, onValue, patch } from "./dom.js";
import "./elements/record-form.js";
import "./elements/request-drawer.js";
import "./elements/tile-field.js";
import "./pages/new-sheet.js";
import "./pages/round.js";
import "./pages/sheet.js";
import "./pages/sheets.js";
import "./pages/table.js";
import { currentLanguage, LANGUAGES, loadStrings, t } from "./strings.js";

let needsKey = false;

function page() {
  const [, first = "", id = "", , index = ""] = location.hash.split("/");
  const key = `${currentLanguage()} ${location.hash}`;
  if (first === "new") return h("new-sheet-page", { key });
  if (first === "sheet" && index) return h("round-page", { key, id, index: Number(index) });
  if (first === "sheet") return h("sheet-page", { key, id });
  if (first === "table") return h("table-page", { key: `${currentLanguage()} table`, position: location.hash.slice("#/table".length) });
  return h("sheets-page", { key });
}

function draw() {
  const isTable = location.hash.startsWith("#/table");
  const tab = (/** @type {string} */ href, /** @type {string} */ label, /** @type {boolean} */ isCurrent) =>
    h("a", { href, "aria-current": isCurrent ? "page" : null }, label);
  patch(document.body, [
    h("a.skip", { href: "#main", onclick: skip }, t("skip")),
    h(
      "header.no-print",
      {},
      h("a.brand", { href: "#/" }, h("img", { src: new URL("icon.svg", import.meta.url).href, alt: "", width: 32, height: 32 }), h("span", {}, t("title"))),
      h("nav", { "aria-label": t("pages") }, tab("#/", t("score_pad"), !isTable), tab("#/table", t("table_tab"), isTable)),
      h(
        "select.language",
        { "aria-label": t("language"), value: currentLanguage(), onchange: onValue(speak) },
        ...Object.entries(LANGUAGES).map(([code, name]) => h("option", { value: code, lang: code }, name)),
      ),
    ),
    needsKey && keyForm(),
    h("main", { id: "main", tabindex: "-1" }, page()),
    h("footer", {}, h("request-drawer", { key: currentLanguage() })),
  ]);
}

/** @param {Event} event */
function skip(event) {
  event.preventDefault();
  document.getElementById("main")?.focus();
}

function keyForm() {
  const onsubmit = (/** @type {any} */ event) => {
    event.preventDefault();
    setKey(event.target.elements.key.value);
    location.reload();
  };
  return h("form.key", { onsubmit }, h("label.number", {}, h("span", {}, t("needs_key")), h("input", { name: "key", autocomplete: "off" })), h("button", { type: "submit" }, t("save")));
}

/** @param {string} [language] */
async function speak(language) {
  await loadStrings(language);
  draw();
}

events.addEventListener("key", () => {
  needsKey = true;
  draw();
});
addEventListener("hashchange", () => {
  draw();
  if (!location.hash.startsWith("#/table")) scrollTo(0, 0);
});
await speak();
navigator.serviceWorker?.register(new URL("worker.js", ROOT)).catch(() => undefined);
