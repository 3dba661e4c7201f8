import { SCRIPT_CASES, SCRIPT_SEARCH } from './cases.js';

/**
 * The page's only script. It comes before the cases and enhances them: the rows of cases are made when their group is
 * opened, and the text of a case becomes steps and messages when it is opened; search with its state in the URL's hash,
 * moving between failures, copy buttons, keys. Without it everything is there to read.
 */
export const SCRIPT = `(() => {
'use strict';
const pick = (selector, root = document) => root.querySelector(selector);
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const make = (name, text, style) => {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  if (style) made.className = style;
  return made;
};
const query = pick('#query'), hits = pick('#hits'), unknown = pick('#unknown');
/* The cases stand behind this script, and are most of the page: what needs them waits until they are there. */
const isWhole = () => document.readyState !== 'loading';
const whenWhole = (act) => { if (isWhole()) act(); else addEventListener('DOMContentLoaded', act, { once: true }); };
const groups = () => all('#cases > details.group');
pick('#tools').hidden = false;
/* Where the filters do not stand beside the report, the verdict comes first. */
pick('#filters').open = matchMedia('(min-width: 1180px)').matches;
${SCRIPT_CASES}
${SCRIPT_SEARCH}

/* Links: into closed parts of the page, and into the search. */
const reveal = (element) => {
  for (let node = element; node; node = node.parentElement) {
    if (node.tagName === 'DETAILS') { node.open = true; fill(node); }
    if (node.hidden && node.tagName === 'LI') { query.value = ''; search(true); }
  }
  element.scrollIntoView({ block: 'start' });
};
const find = (id) => {
  const there = document.getElementById(id);
  if (there) return there;
  const group = isWhole() && groups().find((each) => rowsTextOf(each).includes('id="' + id + '"'));
  if (!group) return null;
  fill(group);
  return document.getElementById(id);
};
/* Reports, logs and the terminal name cases by their ids. */
const anchorOf = (id) => 'c-' + id.replaceAll('.', '_').replace(/[^A-Za-z0-9_]+/g, '-');
const follow = () => {
  unknown.hidden = true;
  const hash = location.hash.slice(1);
  const wait = () => { if (isWhole()) return false; whenWhole(follow); return true; };
  if (hash.startsWith('q=')) {
    if (wait()) return;
    let text = '';
    try { text = decodeURIComponent(hash.slice(2)); } catch { text = hash.slice(2); }
    query.value = text;
    search(true);
    pick('#cases').scrollIntoView();
    return;
  }
  let id = hash;
  try { id = decodeURIComponent(hash); } catch { /* the id as it stands */ }
  if (!id) return;
  const element = find(id) || (id.includes('/') && find(anchorOf(id)));
  if (element) {
    for (const before of all('.linked')) before.classList.remove('linked');
    element.classList.add('linked');
    return reveal(element);
  }
  if (wait()) return;
  unknown.textContent = 'Nothing in this report has the address #' + id + '. It may belong to another run.';
  unknown.hidden = false;
  unknown.scrollIntoView();
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
const failures = all('[data-failure]');
let current = -1;
const move = (by) => {
  if (failures.length === 0) return;
  const focused = failures.findIndex((failure) => failure.contains(document.activeElement));
  const from = focused >= 0 ? focused : current;
  current = from < 0 ? (by > 0 ? 0 : failures.length - 1) : (from + by + failures.length) % failures.length;
  const failure = failures[current];
  history.replaceState(null, '', '#' + encodeURIComponent(failure.id));
  reveal(failure);
  pick('summary', failure).focus({ preventScroll: true });
};
pick('#next').addEventListener('click', () => move(1));
pick('#previous').addEventListener('click', () => move(-1));
for (const id of ['#next', '#previous']) pick(id).disabled = failures.length === 0;

/* Everything open, or closed again. */
const expand = pick('#expand');
const toggleAll = () => whenWhole(() => {
  const open = expand.getAttribute('aria-pressed') !== 'true';
  expand.setAttribute('aria-pressed', String(open));
  expand.textContent = open ? 'collapse all' : 'expand all';
  for (const group of groups()) { group.open = open; delete group.dataset.opened; if (open) fill(group); }
  for (const row of all('#cases .cases > li')) if (!row.hidden) for (const part of all('details', row)) part.open = open;
  for (const part of all('#failures details:not(.raw)')) part.open = open;
});
expand.addEventListener('click', toggleAll);

/* Copy buttons, made when their part is first seen. */
const copy = async (text, button) => {
  let done = true;
  try { await navigator.clipboard.writeText(text); } catch {
    const area = make('textarea');
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
  const made = make('button', text, 'copy-button');
  made.type = 'button';
  made.addEventListener('click', () => copy(what(), made));
  return made;
};
/* What scrolls can be reached by keyboard; measured once for all that was opened together. */
let measuring = 0;
const reachable = () => {
  measuring = 0;
  const scrolling = all('details[open] pre:not([tabindex])').filter((part) => part.scrollHeight > part.clientHeight + 1);
  for (const part of scrolling) part.tabIndex = 0;
};
const equip = (root) => {
  const seen = (selector) => all(selector, root).filter((part) => !part.dataset.equipped && !part.closest('details:not([open])'));
  const wires = seen('pre.copy'), links = seen('a.permalink');
  for (const wire of wires) {
    wire.dataset.equipped = 'yes';
    const box = make('div', undefined, 'copy-box');
    wire.replaceWith(box);
    box.append(wire, button('copy', () => wire.textContent));
  }
  if (measuring === 0) measuring = requestAnimationFrame(reachable);
  for (const link of links) {
    link.dataset.equipped = 'yes';
    if (!link.closest('td, th')) link.after(' ', button('copy link', () => link.href));
  }
};
document.addEventListener('toggle', (event) => {
  if (!event.target.open) return;
  fill(event.target);
  equip(event.target);
}, true);
equip(pick('#main > .masthead'));
for (const part of all('.defect > header, details[open]')) equip(part);

/* Keys. */
addEventListener('keydown', (event) => {
  const typing = event.target instanceof Element && event.target.closest('input, textarea, [contenteditable]');
  if (event.key === 'Escape' && event.target === query) { query.value = ''; search(); query.blur(); return; }
  if (event.key === 'Enter' && event.target === query && query.value !== '') { search(); toCases(); return; }
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  const acts = { '/': () => { query.focus(); query.select(); }, n: () => move(1), p: () => move(-1), e: toggleAll };
  const act = acts[event.key];
  if (act) { event.preventDefault(); act(); }
});

/* On paper every broken case is named; the evidence is that of the first of each defect. */
let opened = [];
addEventListener('beforeprint', () => {
  opened = all('.more:not([open]), .chapter:not([open])');
  for (const part of opened) part.open = true;
});
addEventListener('afterprint', () => { for (const part of opened) part.open = false; });

follow();
})();`;
