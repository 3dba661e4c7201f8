/**
 * The page's only script. It enhances: search with its state in the URL's hash, moving between failures, copy buttons,
 * keys. Without it everything is there to read.
 */
export const SCRIPT = String.raw`(() => {
'use strict';
const one = (selector, root = document) => root.querySelector(selector);
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const query = one('#query'), hits = one('#hits');
const rows = all('.cases > li');
const groups = all('details.group');
const failures = all('[data-failure]');
one('#tools').hidden = false;

/* Search: words and tokens, each perhaps quoted, each perhaps excluded. */
const TOKENS = { s: 's', v: 'v', g: 'g', o: 'o', l: 'l', r: 'r', st: 'st' };
const terms = (text) => [...text.matchAll(/([-!]?)(?:([a-z]+):)?(?:"([^"]*)"?|([^\s"]+))/gi)].map(([whole, no, key, phrase, word]) => {
  const known = key && TOKENS[key.toLowerCase()];
  const value = phrase ?? word ?? '';
  return { no: no !== '', key: known, value: (known || !key ? value : key + ':' + value).toLowerCase() };
}).filter(({ value }) => value !== '');
const texts = new Map();
const textOf = (row) => {
  if (!texts.has(row)) {
    const told = row.dataset.ref ? document.getElementById(row.dataset.ref) : null;
    texts.set(row, (row.textContent + ' ' + (told ? told.textContent : '')).toLowerCase());
  }
  return texts.get(row);
};
const meets = (row, { key, value }) => {
  if (!key) return textOf(row).includes(value);
  const own = (row.dataset[key] ?? '').toLowerCase();
  return key === 'st' ? own.split(' ').includes(value) : key === 's' ? own.startsWith(value) : own === value;
};
let due = 0;
const alternatives = (list) => {
  const keyed = new Map();
  for (const term of list) {
    const name = term.key && !term.no ? term.key : term;
    keyed.set(name, [...(keyed.get(name) ?? []), term]);
  }
  return [...keyed.values()];
};
const search = (keepHash) => {
  clearTimeout(due);
  const wanted = terms(query.value);
  const sets = alternatives(wanted);
  let shown = 0;
  for (const row of rows) {
    const hit = sets.every((set) => set.some((term) => meets(row, term) !== term.no));
    row.hidden = !hit;
    if (hit) shown++;
  }
  for (const group of groups) {
    group.hidden = !one('.cases > li:not([hidden])', group);
    if (wanted.length > 0 && !group.open && !group.hidden) { group.open = true; group.dataset.opened = 'by search'; }
    if (wanted.length === 0 && group.dataset.opened) { group.open = false; delete group.dataset.opened; }
  }
  hits.value = wanted.length === 0 ? '' : shown + ' of ' + rows.length;
  const present = new Set(query.value.toLowerCase().split(/\s+/));
  for (const chip of all('.chip')) chip.setAttribute('aria-pressed', String(present.has(chip.dataset.query.toLowerCase())));
  if (!keepHash) history.replaceState(null, '', query.value === '' ? location.pathname + location.search : '#q=' + encodeURIComponent(query.value));
};
query.addEventListener('input', () => { clearTimeout(due); due = setTimeout(search, 60); });
const ask = (text) => { query.value = text; search(); one('#cases').scrollIntoView(); };
const toggleTerm = (term) => {
  const list = query.value.split(/\s+/).filter(Boolean);
  const at = list.findIndex((each) => each.toLowerCase() === term.toLowerCase());
  if (at < 0) list.push(term); else list.splice(at, 1);
  query.value = list.join(' ');
  search();
};

/* Links: into closed parts of the page, and into the search. */
const reveal = (element) => {
  for (let node = element; node; node = node.parentElement) {
    if (node.tagName === 'DETAILS') node.open = true;
    if (node.hidden && node.tagName === 'LI') { query.value = ''; search(true); }
  }
  element.scrollIntoView({ block: 'start' });
};
const follow = () => {
  const hash = location.hash.slice(1);
  if (hash.startsWith('q=')) {
    let text = '';
    try { text = decodeURIComponent(hash.slice(2)); } catch { text = hash.slice(2); }
    query.value = text;
    search(true);
    one('#cases').scrollIntoView();
    return;
  }
  let id = hash;
  try { id = decodeURIComponent(hash); } catch { /* the id as it stands */ }
  const element = id && document.getElementById(id);
  if (element) reveal(element);
};
addEventListener('hashchange', follow);
document.addEventListener('click', (event) => {
  const target = event.target instanceof Element ? event.target : null;
  if (!target || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const chip = target.closest('.chip');
  if (chip) return toggleTerm(chip.dataset.query);
  const asking = target.closest('a[data-query]');
  if (asking) { event.preventDefault(); return ask(asking.dataset.query); }
  const link = target.closest('a[href^="#"]');
  if (link && link.getAttribute('href') === location.hash) follow();
});

/* Moving between failures. */
let current = -1;
const move = (by) => {
  if (failures.length === 0) return;
  const focused = failures.findIndex((failure) => failure.contains(document.activeElement));
  const from = focused >= 0 ? focused : current;
  current = from < 0 ? (by > 0 ? 0 : failures.length - 1) : (from + by + failures.length) % failures.length;
  const failure = failures[current];
  history.replaceState(null, '', '#' + encodeURIComponent(failure.id));
  reveal(failure);
  one('summary', failure).focus({ preventScroll: true });
};
one('#next').addEventListener('click', () => move(1));
one('#previous').addEventListener('click', () => move(-1));
for (const id of ['#next', '#previous']) one(id).disabled = failures.length === 0;

/* Everything open, or closed again. */
const expand = one('#expand');
const toggleAll = () => {
  const open = expand.getAttribute('aria-pressed') !== 'true';
  expand.setAttribute('aria-pressed', String(open));
  expand.textContent = open ? 'collapse all' : 'expand all';
  for (const group of groups) { group.open = open; delete group.dataset.opened; }
  for (const row of rows) if (!row.hidden) for (const part of all('details', row)) part.open = open;
  for (const part of all('#failures details:not(.raw)')) part.open = open;
};
expand.addEventListener('click', toggleAll);

/* Copy buttons, made when their part is first seen. */
const copy = async (text, button) => {
  let done = true;
  try { await navigator.clipboard.writeText(text); } catch {
    const area = document.createElement('textarea');
    area.value = text;
    document.body.append(area);
    area.select();
    done = document.execCommand('copy');
    area.remove();
  }
  const was = button.textContent;
  button.textContent = done ? 'copied' : 'not copied';
  setTimeout(() => { button.textContent = was; }, 1200);
};
const button = (text, what) => {
  const made = document.createElement('button');
  made.type = 'button';
  made.className = 'copy-button';
  made.textContent = text;
  made.addEventListener('click', () => copy(what(), made));
  return made;
};
const equip = (root) => {
  const seen = (selector) => all(selector, root).filter((part) => !part.dataset.equipped && !part.closest('details:not([open])'));
  const wires = seen('pre.copy'), links = seen('a.permalink');
  for (const wire of wires) {
    wire.dataset.equipped = 'yes';
    const box = document.createElement('div');
    box.className = 'copy-box';
    wire.replaceWith(box);
    box.append(wire, button('copy', () => wire.textContent));
  }
  for (const link of links) {
    link.dataset.equipped = 'yes';
    link.after(' ', button('copy link', () => link.href));
  }
};
document.addEventListener('toggle', (event) => { if (event.target.open) equip(event.target); }, true);
equip(document);

/* Keys. */
addEventListener('keydown', (event) => {
  const typing = event.target instanceof Element && event.target.closest('input, textarea, [contenteditable]');
  if (event.key === 'Escape' && event.target === query) { query.value = ''; search(); query.blur(); return; }
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  const acts = { '/': () => { query.focus(); query.select(); }, n: () => move(1), p: () => move(-1), e: toggleAll };
  const act = acts[event.key];
  if (act) { event.preventDefault(); act(); }
});

/* On paper every broken case is named; the evidence is that of the first of each story. */
let opened = [];
addEventListener('beforeprint', () => {
  opened = all('.more:not([open]), .chapter:not([open])');
  for (const part of opened) part.open = true;
});
addEventListener('afterprint', () => { for (const part of opened) part.open = false; });

follow();
})();`;
