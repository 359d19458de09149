/** The search of the documentation: every word must occur in a section; headings count more than text. */

/** @typedef {{ page: string, title: string, anchor: string, heading: string, text: string }} Entry */
/** @typedef {Entry & { folded: { heading: string, text: string } }} Indexed */

const MOST = 20;
const search = /** @type {HTMLElement} */ (document.querySelector("search"));
const input = /** @type {HTMLInputElement} */ (search.querySelector("input"));
const results = /** @type {HTMLElement} */ (search.querySelector(".results"));
const counter = /** @type {HTMLElement} */ (search.querySelector("[role=status]"));
const list = /** @type {HTMLElement} */ (search.querySelector("ol"));

/** @type {Promise<Indexed[]> | undefined} */
let index;

/** Text without case and accents. @param {string} text */
const fold = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** @returns {Promise<Indexed[]>} */
async function load() {
  const response = await fetch(search.dataset["index"] ?? "");
  if (!response.ok) throw new Error(`The search is not available: ${response.status}`);
  /** @type {Entry[]} */
  const entries = await response.json();
  return entries.map((entry) => ({ ...entry, folded: { heading: fold(`${entry.title} ${entry.heading}`), text: fold(entry.text) } }));
}

/** How well a section matches; 0 if a word is missing. @param {Indexed} entry @param {string[]} words */
function rate({ folded, heading }, words) {
  let rating = 0;
  for (const word of words) {
    if (fold(heading) === word) rating += 50;
    if (folded.heading.includes(word)) rating += 10;
    else if (folded.text.includes(word)) rating += 1;
    else return 0;
  }
  return rating;
}

/** The text around the first word that occurs in it. @param {Indexed} entry @param {string[]} words */
function excerpt({ text }, words) {
  const folded = text.toLowerCase();
  const place = Math.max(0, ...words.map((word) => folded.indexOf(word)));
  const start = place < 60 ? 0 : text.indexOf(" ", place - 60) + 1;
  return (start ? "… " : "") + text.slice(start, start + 160) + (start + 160 < text.length ? " …" : "");
}

/** @param {Indexed} entry @param {string[]} words */
function draw(entry, words) {
  const link = document.createElement("a");
  link.href = `${search.dataset["docs"]}/${entry.page}#${entry.anchor}`;
  link.textContent = entry.heading === entry.title ? entry.title : `${entry.title}: ${entry.heading}`;
  const text = document.createElement("p");
  text.textContent = excerpt(entry, words);
  const item = document.createElement("li");
  item.append(link, text);
  return item;
}

async function show() {
  const typed = input.value;
  const words = fold(typed).split(/\s+/).filter(Boolean);
  index ??= load();
  const entries = await index;
  if (input.value !== typed) return; // more was typed while the index was loaded
  results.hidden = words.length === 0;
  if (results.hidden) return;
  const rated = entries.map((entry) => ({ entry, rating: rate(entry, words) })).filter(({ rating }) => rating);
  rated.sort((one, other) => other.rating - one.rating);
  counter.textContent = rated.length ? `${search.dataset["found"]} ${rated.length}` : search.dataset["nothing"] ?? "";
  list.replaceChildren(...rated.slice(0, MOST).map(({ entry }) => draw(entry, words)));
}

search.hidden = false;
input.addEventListener("focus", () => void (index ??= load()), { once: true });
input.addEventListener("input", () => void show());
search.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  input.value = "";
  input.focus();
  void show();
});
list.addEventListener("click", () => (results.hidden = true));
