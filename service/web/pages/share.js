/** `<share-page>`: a sheet as a link, a QR code and a picture. Props: `id`. `<open-page>`: a sheet that came as a link. Props: `data`. */
import { h } from "../dom.js";
import { numberText, pointsText } from "../elements/score-lines.js";
import { drawQr } from "../state/qr.js";
import { fromLink, handOn, toLink } from "../state/share.js";
import { mergeSheets, namesOf, playersOf, pointsOf, roundsOf } from "../state/sheets.js";
import { store } from "../state/store.js";
import { t } from "../strings.js";
import { Page } from "./page.js";

/** @typedef {import("../state/sheets.js").Sheet} Sheet */

const QUIET = 4;

export class SharePage extends Page {
  link = "";
  /** @type {boolean[][] | null} */
  code = null;
  message = "";

  /** @override */
  async load() {
    const sheet = store.find(this.props["id"]);
    if (!sheet) return;
    this.link = new URL(`#/open/${await toLink(sheet)}`, location.href.split("#")[0]).href;
    this.code = drawQr(this.link);
  }

  /** @override */
  update() {
    super.update();
    const canvas = this.querySelector("canvas");
    if (canvas && this.code) drawCode(canvas, this.code);
  }

  async copy() {
    await navigator.clipboard?.writeText(this.link).catch(() => undefined);
    this.message = t("link_copied");
    this.update();
  }

  /** @param {Sheet} sheet */
  async picture(sheet) {
    const canvas = drawSheet(sheet);
    const blob = await new Promise((/** @type {(blob: Blob | null) => void} */ resolve) => canvas.toBlob(resolve));
    if (!blob) return;
    const file = new File([blob], "rummy.png", { type: "image/png" });
    await handOn({ files: [file] }, () => {
      const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(blob), download: file.name });
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    });
  }

  /** @override */
  render() {
    const sheet = store.find(this.props["id"]);
    if (!sheet) return h("h1", { tabindex: "-1" }, t("no_sheet"));
    return [
      h("p.up", {}, h("a", { href: `#/sheet/${sheet.id}` }, `‹ ${t("sheet")}`)),
      h("h1", { tabindex: "-1" }, t("share")),
      this.error && h("p.wrong", { role: "alert" }, this.error),
      h("p.lead", {}, t("share_lead")),
      this.code ? h("canvas.qr", { role: "img", "aria-label": t("qr_code") }) : this.link && h("p.hint", {}, t("qr_too_long")),
      h(
        "div.actions",
        {},
        h("button.primary", { type: "button", onclick: () => handOn({ url: this.link, title: namesOf(sheet).join(", ") }, () => this.copy()) }, t("share_link")),
        h("button", { type: "button", onclick: () => this.copy() }, t("copy_link")),
        h("button", { type: "button", onclick: () => this.picture(sheet) }, t("share_picture")),
      ),
      h("p", { role: "status" }, this.message),
    ];
  }
}

/** @param {HTMLCanvasElement} canvas @param {boolean[][]} code */
function drawCode(canvas, code) {
  canvas.width = canvas.height = code.length + 2 * QUIET;
  const context = canvas.getContext("2d");
  if (!context) return;
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = "#000";
  code.forEach((row, y) => row.forEach((isDark, x) => isDark && context.fillRect(x + QUIET, y + QUIET, 1, 1)));
}

/** The sheet as a picture: names, rounds and totals, the leaders marked. @param {Sheet} sheet */
function drawSheet(sheet) {
  const [row, margin, gap] = [48, 28, 36];
  const rounds = roundsOf(sheet);
  const totals = new Map(sheet.verdict?.standings.map((one) => [one.player, one]));
  const canvas = document.createElement("canvas");
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const font = (/** @type {string} */ weight) => (context.font = `${weight} 26px system-ui, sans-serif`);
  font("700");
  const columns = sheet.players.map(({ name }) => Math.max(context.measureText(name).width, 80) + gap);
  const title = `${sheet.game} · ${new Date(sheet.changed).toLocaleDateString(document.documentElement.lang)}`;
  canvas.width = 2 * margin + Math.max(60 + columns.reduce((sum, width) => sum + width, 0), context.measureText(title).width);
  canvas.height = 2 * margin + row * (rounds.length + 3);
  const style = getComputedStyle(document.documentElement);
  const fill = (/** @type {string} */ colour, /** @type {number} */ x, /** @type {number} */ line, /** @type {number} */ width, /** @type {number} */ height) => {
    context.fillStyle = style.getPropertyValue(colour);
    context.fillRect(x, margin + row * line, width, height);
  };
  const write = (/** @type {string} */ text, /** @type {number} */ x, /** @type {number} */ line, weight = "400") => {
    font(weight);
    context.fillStyle = style.getPropertyValue("--text");
    context.fillText(text, x, margin + row * line + 32);
  };
  fill("--surface", 0, -1, canvas.width, canvas.height + row);
  write(title, margin, 0, "700");
  let right = margin + 60;
  sheet.players.forEach(({ id, name }, seat) => {
    const width = columns[seat] ?? 0;
    const total = totals.get(id);
    if (total?.rank === 1) fill("--win", right, 1, width, row * (rounds.length + 2));
    right += width;
    context.textAlign = "right";
    const cells = rounds.map((round) => {
      const points = pointsOf(sheet, round)?.[id];
      if (points === undefined) return playersOf(sheet, round).some((one) => one.id === id) ? "…" : "–";
      return pointsText({ points, low: points, high: points });
    });
    [name, ...cells, total ? numberText(total.total) : "–"].forEach((text, line) => write(text, right - gap / 2, 1 + line, line > 0 && line <= rounds.length ? "400" : "700"));
  });
  context.textAlign = "left";
  rounds.forEach((_, index) => write(String(index + 1), margin, 2 + index));
  for (const line of [2, 2 + rounds.length]) fill("--line", margin, line, canvas.width - 2 * margin, 2);
  return canvas;
}

export class OpenPage extends Page {
  /** @type {Sheet | null} */
  sheet = null;

  /** @override */
  async load() {
    try {
      this.sheet = await fromLink(this.props["data"]);
    } catch {
      throw new Error(t("link_broken"));
    }
  }

  keep() {
    if (!this.sheet) return;
    store.add(this.sheet);
    location.replace(`#/sheet/${this.sheet.id}`);
  }

  /** @override */
  render() {
    const { sheet } = this;
    const here = sheet && store.find(sheet.id);
    const added = here && sheet ? roundsOf(mergeSheets(here, sheet)).length - roundsOf(here).length : 0;
    return [
      h("h1", { tabindex: "-1" }, t("shared_sheet")),
      this.error && h("p.wrong", { role: "alert" }, this.error),
      sheet && [
        h("p.lead", {}, h("strong", {}, namesOf(sheet).join(", "))),
        h("p", {}, `${sheet.game} · ${t("rounds_count", { count: roundsOf(sheet).length })}`),
        here && h("p", {}, t("merge_lead", { count: added })),
        h("div.actions", {}, h("button.primary", { type: "button", onclick: () => this.keep() }, here ? t("merge") : t("keep_sheet"))),
      ],
    ];
  }
}

customElements.define("share-page", SharePage);
customElements.define("open-page", OpenPage);
