/** The frame of the page: header, language, what has to be said on every page, and the page that the address names. */
import { events, isKey, ROOT, setKey } from "./api.js";
import { h, onValue, patch } from "./dom.js";
import "./elements/record-form.js";
import "./elements/tile-field.js";
import "./elements/tile-keypad.js";
import "./pages/developers.js";
import "./pages/new-sheet.js";
import "./pages/round.js";
import "./pages/sheet.js";
import "./pages/sheets.js";
import "./pages/table.js";
import { refresh } from "./state/scoring.js";
import { roundsOf, toJson } from "./state/sheets.js";
import { store } from "./state/store.js";
import { sync } from "./state/sync.js";
import { undo } from "./state/undo.js";
import { currentLanguage, LANGUAGES, loadStrings, t } from "./strings.js";
import { download } from "./pages/sheet.js";

/** The modules of pages that are loaded when one of them is first opened. @type {Record<string, () => Promise<any>>} */
const LATER = {
  "share-page": () => import("./pages/share.js"),
  "open-page": () => import("./pages/share.js"),
  "check-page": () => import("./pages/check.js"),
  "record-page": () => import("./pages/record.js"),
};

let needsKey = false;
let isKeyWrong = false;

function page() {
  const [address = "", query = ""] = location.hash.split("?");
  const [, first = "", id = "", second = "", third = ""] = address.split("/");
  const shared = { key: location.hash, language: currentLanguage() };
  if (first === "new") return h("new-sheet-page", { ...shared, variant: id, again: new URLSearchParams(query).get("again") ?? "" });
  if (first === "photo") return h("sheets-page", { ...shared, hasPhoto: true });
  if (first === "sheet" && second === "round") return h("round-page", { ...shared, id, round: third });
  if (first === "sheet" && second === "share") return later("share-page", { ...shared, id });
  if (first === "sheet") return h("sheet-page", { ...shared, id });
  if (first === "open") return later("open-page", { ...shared, data: id });
  if (first === "record") return later("record-page", { ...shared, key: `record ${id}`, data: id, at: new URLSearchParams(query).get("at"), review: new URLSearchParams(query).get("review") });
  if (first === "check") return later("check-page", { ...shared, data: id, noted: new URLSearchParams(query).get("noted") ?? "" });
  if (first === "table") return h("table-page", { key: "table", language: currentLanguage(), position: location.hash.slice("#/table".length) });
  return first === "developers" ? h("developers-page", shared) : h("sheets-page", shared);
}

/** A page whose module is loaded when it is first opened. @param {string} name @param {Record<string, any>} props */
function later(name, props) {
  if (customElements.get(name)) return h(name, props);
  LATER[name]?.().then(draw, () => sync.say(t("offline")));
  return null;
}

function draw() {
  const isTable = /^#\/(table|record|check)/.test(location.hash);
  const tab = (/** @type {string} */ href, /** @type {string} */ label, /** @type {boolean} */ isCurrent) => h("a", { href, "aria-current": isCurrent ? "page" : null }, label);
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
    h("div.notices.no-print", { key: "notices" }, needsKey && keyForm(), store.isRefused && refused(), h("div", { role: "status" }, sync.problem && h("p.notice", {}, sync.problem), undo.text && undoNotice())),
    h("main", { id: "main", tabindex: "-1" }, page()),
    h("footer.no-print", {}, h("a", { href: "#/check" }, t("check_deal")), h("a", { href: "#/developers" }, t("requests")), h("a", { href: "docs" }, t("documentation"))),
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
    const key = event.target.elements.key.value.trim();
    isKeyWrong = !isKey(key);
    if (isKeyWrong) return draw();
    setKey(key);
    location.reload();
  };
  return h(
    "form.notice",
    { onsubmit },
    h("label.number", {}, h("span", {}, t("needs_key")), h("input", { name: "key", autocomplete: "off", "aria-invalid": isKeyWrong ? "true" : null })),
    h("button", { type: "submit" }, t("save")),
    isKeyWrong && h("p.wrong", { role: "alert" }, t("key_wrong")),
  );
}

/** The browser stores nothing more: everything can be exported. */
const refused = () =>
  h(
    "div.notice",
    { role: "alert" },
    h("span", {}, t("storage_refused")),
    ...store.list().slice(0, 3).map((sheet) => h("button", { type: "button", onclick: () => download(`${sheet.game}.json`, toJson(sheet)) }, `${t("export_json")}: ${sheet.players.map(({ name }) => name).join(", ")}`)),
  );

function undoNotice() {
  const close = () => {
    undo.text = "";
    draw();
  };
  const act = () => {
    undo.act();
    close();
  };
  return h("div.notice", {}, h("span", {}, undo.text), h("button", { type: "button", onclick: act }, t("undo")), h("button.quiet.remove", { type: "button", "aria-label": t("close"), onclick: close }, "×"));
}

/** @param {string} [language] */
async function speak(language) {
  await loadStrings(language).catch((error) => sync.say(error.message));
  draw();
}

events.addEventListener("key", () => {
  needsKey = true;
  draw();
});
for (const source of [store, sync, undo]) source.addEventListener("change", draw);
addEventListener("hashchange", () => {
  draw();
  if (location.hash.startsWith("#/table")) return;
  scrollTo(0, 0);
  /** @type {HTMLElement | null} */ (document.querySelector("main h1"))?.focus({ preventScroll: true });
});
await speak();
for (const sheet of store.list()) if (roundsOf(sheet).some((round) => !round.result)) refresh(sheet.id);
navigator.serviceWorker?.register(new URL("worker.js", ROOT)).catch(() => undefined);
if (!(/** @type {any} */ (navigator).connection?.saveData)) navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage("keep the reader"));
