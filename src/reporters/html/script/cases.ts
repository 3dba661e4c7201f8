/** Searches the text of the rows, whether or not they exist yet; the counts of the filters follow. */
export const SCRIPT_SEARCH = String.raw`
/* Rows as text: a group is made only where something of it is found. */
const texts = new Map();
const rowsTextOf = (group) => {
  if (!texts.has(group)) texts.set(group, pick(':scope > noscript', group).textContent);
  return texts.get(group);
};
let index = null;
const rows = () => index ??= groups().flatMap((group) => {
  const html = rowsTextOf(group);
  const starts = [...html.matchAll(/<li data-s=/g)].map((match) => match.index);
  return starts.map((start, at) => {
    const whole = html.slice(start, starts[at + 1] ?? html.length);
    const data = {};
    for (const [, key, value] of whole.slice(0, whole.indexOf('>')).matchAll(/ data-(\w+)="([^"]*)"/g)) data[key] = plain(value).toLowerCase();
    data.g = pick('h3', group).textContent.toLowerCase();
    return { group, at, data, whole, text: null, says: new Map() };
  });
});
const plain = (text) => text.replaceAll('&lt;', '<').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
const packedText = ({ group, whole }) => {
  const packed = / data-packed="(\d+)"/.exec(whole);
  return packed && unpacked.get(group) ? unpacked.get(group)[packed[1]] : '';
};
const textOf = (row) => {
  if (row.text === null) {
    const shared = row.data.ref ? document.getElementById(row.whole.match(/data-ref="([^"]*)"/)[1]) : null;
    row.text = (plain(row.whole.replace(/<[^>]*>/g, ' ')) + ' ' + (shared ? shared.textContent : '') + ' ' + packedText(row)).toLowerCase();
  }
  return row.text;
};

/* Words and tokens, each perhaps quoted, each perhaps excluded. */
const TOKENS = { s: 's', v: 'v', g: 'g', o: 'o', l: 'l', r: 'r', st: 'st' };
const terms = (text) => [...text.matchAll(/([-!]?)(?:([a-z]+):)?(?:"([^"]*)"?|([^\s"]+))/gi)].map(([whole, no, key, phrase, word]) => {
  const known = key && TOKENS[key.toLowerCase()];
  const value = phrase ?? word ?? '';
  return { no: no !== '', key: known, value: (known || !key ? value : key + ':' + value).toLowerCase() };
}).filter(({ value }) => value !== '');
const meets = (row, { key, value }) => {
  if (!key) {
    /* Each filter asks again. */
    if (!row.says.has(value)) row.says.set(value, textOf(row).includes(value));
    return row.says.get(value);
  }
  const own = row.data[key] ?? '';
  return key === 'st' ? own.split(' ').includes(value) : key === 's' ? own.startsWith(value) : own === value;
};
const alternatives = (list) => {
  const keyed = new Map();
  for (const term of list) {
    const name = term.key && !term.no ? term.key : term;
    keyed.set(name, [...(keyed.get(name) ?? []), term]);
  }
  return [...keyed.values()];
};
const fits = (row, sets) => sets.every((set) => set.some((term) => meets(row, term) !== term.no));
let due = 0;
const search = (keepHash) => {
  clearTimeout(due);
  if (!isWhole()) { whenWhole(() => search(keepHash)); return; }
  const wanted = terms(query.value);
  const packed = wanted.some(({ key }) => !key) ? groups().filter(isPacked) : [];
  if (packed.length > 0) {
    hits.value = 'unpacking…';
    Promise.all(packed.map(unpack)).then(() => search(keepHash));
    return;
  }
  const sets = alternatives(wanted);
  for (const row of index ?? []) row.says.clear();
  const found = wanted.length === 0 ? null : rows().filter((row) => fits(row, sets));
  const byGroup = new Map();
  for (const row of found ?? []) byGroup.set(row.group, (byGroup.get(row.group) ?? new Set()).add(row.at));
  for (const group of groups()) {
    const own = byGroup.get(group);
    group.hidden = found !== null && !own;
    if (own) {
      fill(group);
      for (const [at, row] of all('.cases > li', group).entries()) row.hidden = !own.has(at);
      if (!group.open) { group.open = true; group.dataset.opened = 'by search'; }
    } else if (found === null) {
      for (const row of all('.cases > li[hidden]', group)) row.hidden = false;
      if (group.dataset.opened) { group.open = false; delete group.dataset.opened; }
    }
  }
  pick('.none-found').hidden = found === null || found.length > 0;
  hits.value = found === null ? '' : found.length === 0 ? 'no case matches' : found.length + ' of ' + rows().length;
  hits.classList.toggle('found', found !== null && found.length > 0);
  facets(wanted);
  if (!keepHash) history.replaceState(null, '', query.value === '' ? location.pathname + location.search : '#q=' + encodeURIComponent(query.value));
};

/* What each filter would find beside the other terms. */
const facets = (wanted) => {
  const present = new Set(query.value.toLowerCase().split(/\s+/));
  for (const chip of all('.chip')) {
    const term = chip.dataset.query.toLowerCase();
    chip.setAttribute('aria-pressed', String(present.has(term)));
    const [own] = terms(term);
    const others = alternatives(wanted.filter((each) => each.key !== own.key || each.no));
    const number = pick('b', chip);
    number.dataset.all ??= number.textContent;
    number.textContent = others.length === 0 ? number.dataset.all : String(rows().filter((row) => meets(row, own) && fits(row, others)).length);
  }
};
query.addEventListener('input', () => { clearTimeout(due); due = setTimeout(search, 60); });
const toCases = () => whenWhole(() => pick('#cases').scrollIntoView());
const ask = (text) => { query.value = text; search(); toCases(); };
const toggleTerm = (term) => {
  const list = query.value.split(/\s+/).filter(Boolean);
  const at = list.findIndex((each) => each.toLowerCase() === term.toLowerCase());
  if (at < 0) list.push(term); else list.splice(at, 1);
  query.value = list.join(' ');
  search();
  if (query.value !== '') toCases();
};`;

/** What is rendered when it is opened: rows of a group, or pictures, from their noscript; a case from its bare text. */
export const SCRIPT_CASES = String.raw`
/* Parts that wait as text until somebody opens them. The page wrote them, escaped: they are markup of its own. */
const fill = (part) => {
  if (!isWhole() && part.closest('#cases')) { whenWhole(() => fill(part)); return; }
  const waiting = pick(':scope > noscript', part);
  if (waiting) {
    /* A search reads the rows as text, and may come later. */
    if (part.matches('.group')) rowsTextOf(part);
    const holder = make('div');
    holder.innerHTML = waiting.textContent;
    waiting.replaceWith(...holder.childNodes);
  }
  const sheet = pick(':scope > pre.sheet, :scope > .body > pre.sheet', part);
  if (!sheet) return;
  if (sheet.dataset.packed === undefined) { sheet.replaceWith(rendered(sheet.textContent)); return; }
  unpack(part.closest('details.group')).then((sheets) => {
    if (!sheet.isConnected) return;
    if (!sheets) { sheet.textContent += '\n' + 'This browser cannot unpack the evidence. It is in results.json.'; return; }
    sheet.replaceWith(rendered(sheets[sheet.dataset.packed]));
    equip(part);
  });
};

/* Of a large run, the texts of a group's cases are packed. Null: this browser cannot unpack them. */
const unpacking = new Map(), unpacked = new Map();
const unpack = (group) => {
  if (!unpacking.has(group)) unpacking.set(group, sheetsIn(pick(':scope > template.pack', group)).catch(() => null).then((sheets) => {
    unpacked.set(group, sheets);
    return sheets;
  }));
  return unpacking.get(group);
};
const sheetsIn = async (pack) => {
  const bytes = Uint8Array.from(atob(pack.content.textContent), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return (await new Response(stream).text()).split('\0');
};
const isPacked = (group) => !unpacked.has(group) && pick(':scope > template.pack', group) !== null;

/* A case as bare text: lines that are set in belong to the one before. */
const rendered = (text) => {
  const items = [];
  for (const line of text.split('\n')) {
    if (line.startsWith('  ') && items.length > 0) items[items.length - 1].more.push(line.slice(2));
    else if (line !== '') items.push({ line, more: [] });
  }
  const box = make('div', undefined, 'body');
  let list = null;
  const into = (name, style) => {
    if (!list || list.className !== style) { list = make(name, undefined, style); box.append(list); }
    return list;
  };
  for (const { line, more } of items) {
    if (/^\d+\. /.test(line)) { const step = make('li', line.replace(/^\d+\. /, '')); step.value = parseInt(line, 10); into('ol', 'steps').append(step); }
    else if (line.startsWith('+')) into('ol', 'course').append(message(line, more));
    else { list = null; box.append(make('p', [line, ...more].join('\n'), /^[\w.]+\/\S+$/.test(line) ? 'id' : 'reason')); }
  }
  return box;
};
const message = (line, more) => {
  const row = make('li');
  const [, at, head] = /^\+(\S+(?: \S+)?)  (.*)$/.exec(line) || [null, '', line.slice(1)];
  const title = [make('span', '+' + at, 'at'), ' ' + head];
  if (more.length === 0) { const p = make('p', undefined, 'line'); p.append(...title); row.append(p); return row; }
  const details = make('details', undefined, 'event'), summary = make('summary');
  summary.append(...title);
  details.append(summary, make('pre', more.map(pretty).join('\n'), 'wire copy'));
  row.append(details);
  return row;
};
/* Numbers that would lose digits stay as they came. */
const pretty = (text) => {
  if (!/^[[{]/.test(text) || /\d{16}|\de[+-]?\d/i.test(text)) return text;
  try { return JSON.stringify(JSON.parse(text), null, 2); } catch { return text; }
};`;
