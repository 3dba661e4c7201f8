/** What is rendered when it is opened: rows of a group or pictures out of their noscript, a case out of its bare text. */
export const SCRIPT_CASES = String.raw`
/* Parts that wait as text until somebody opens them. The page wrote them, escaped: they are markup of its own. */
const fill = (part) => {
  if (!isWhole() && part.closest('#cases')) { whenWhole(() => fill(part)); return; }
  const waiting = one(':scope > noscript', part);
  if (waiting) {
    const holder = make('div');
    holder.innerHTML = waiting.textContent;
    waiting.replaceWith(...holder.childNodes);
  }
  const sheet = one(':scope > pre.sheet, :scope > .body > pre.sheet', part);
  if (sheet) sheet.replaceWith(rendered(sheet.textContent));
};

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
