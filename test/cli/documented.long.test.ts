import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EXIT } from '../../src/exit-codes.js';
import { packageRoot } from '../../src/package-root.js';
import { conformHere } from '../support/process/command-here.js';
import { conform, type Served, serve, serving } from '../support/process/command-line.js';

let folder: string;
let sandbox: Served;
let receiver: Server;

/** A sandbox to check, a receiver of events, and a folder with the files that the documents speak of. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'conform-documented-'));
  receiver = createServer((request, response) => request.resume().on('end', () => response.end()));
  await new Promise<void>((resolve) => void receiver.listen(0, '127.0.0.1', resolve));
  sandbox = await serve(
    folder,
    ['--plain', '--key', `main=${KEY}`, '--config-out', 'sandbox.yaml'],
    undefined,
    {
      XDG_RUNTIME_DIR: folder,
    },
  );
  await conversation('user-1');
  await mkdir(join(folder, 'ci'));
  for (const name of ['conform.config', 'contact-point-1'])
    await cp(join(folder, 'sandbox.yaml'), join(folder, `ci/${name}.yaml`));
  await conformHere(folder, ['-q', '--config', 'sandbox.yaml', '--grep', FEW, '--out', 'reports']);
  await cp(join(folder, 'reports'), join(folder, 'parts/1'), { recursive: true });
  await exploreFaulty();
  await describeVersion();
}, 120_000);
afterAll(async () => {
  await sandbox.stop();
  receiver.close();
  await rm(folder, { recursive: true, force: true });
});

/** An exploration that found something: the bundled service, against which it is played again, is right. */
async function exploreFaulty(): Promise<void> {
  const faulty = await serve(folder, [
    '--plain',
    '--fault',
    'selection-asked-always',
    '--config-out',
    'faulty.yaml',
  ]);
  try {
    const args = ['explore', '-q', '--config', 'faulty.yaml', '--exhaustive', '2', '--out', 'found'];
    expect((await conformHere(folder, args)).code).toBe(EXIT.violated);
  } finally {
    await faulty.stop();
  }
}

/** The folder with the version that the page about descriptions adds. */
async function describeVersion(): Promise<void> {
  const page = await readFile(join(packageRoot(), 'docs/describing.md'), 'utf8');
  const [, added = ''] = /^```yaml\n([\s\S]*?)^```/m.exec(page) ?? [];
  await cp(join(packageRoot(), 'spec'), join(folder, 'my-spec'), { recursive: true });
  await writeFile(join(folder, 'my-spec/v1.3.yaml'), added);
}

/** A conversation in which the employee of the sandbox can act. */
async function conversation(user: string): Promise<void> {
  const call = async (operation: string, body?: object) => {
    const response = await fetch(`${baseUrl()}/1.2/${operation}?key=${KEY}`, {
      method: 'POST',
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    return response.json();
  };
  await call('sendText', { user_id: user, text: 'Hello' });
  const { destination_type, destination_id } = (await call('getDestinations')).destinations[0];
  const card = { user_id: user, name: 'A user', attributes: {} };
  expect(await call('selectDestination', { ...card, destination_type, destination_id })).toEqual({
    success: true,
  });
}

function baseUrl(): string {
  return /^service\s+(\S+)$/m.exec(sandbox.printed)?.[1] ?? '';
}

const KEY = 'key-of-the-sandbox';
/** Cases that take no time; there are enough of them for each shard. */
const FEW = 'errors/body-empty/';

const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CHANGELOG.md',
  ...(await readdir(join(packageRoot(), 'docs')))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/** Command lines of all pages: lines of code blocks, and code in the text. `conform NAME` alone names a command. */
async function documented(): Promise<string[]> {
  const found = new Set<string>();
  for (const page of PAGES) {
    const text = (await readFile(join(packageRoot(), page), 'utf8')).replace(/\\\n/g, ' ');
    const fence = /^ *```\w*\n([\s\S]*?)^ *```/gm;
    const lines = [...text.matchAll(fence)].flatMap(([, block = '']) => block.split('\n'));
    const spans = [...text.replace(fence, '').matchAll(/`([^`]+)`/g)].map(([, span = '']) => span);
    for (const line of lines) {
      const [, words] = /(?:npx conform|docker run .* conform)\b([^#&]*)/.exec(line) ?? [];
      if (words !== undefined) found.add(plain(`conform${words}`));
    }
    for (const span of spans) {
      const [, npx, words = ''] = /^(npx )?conform((?: [\s\S]*)?)$/.exec(span) ?? [];
      if (npx) found.add(plain(`conform${words}`));
      else if (words.trim() !== '')
        found.add(plain(/^\s\w+$/.test(words) ? `conform${words} --help` : `conform${words}`));
    }
  }
  return [...found].sort();
}

function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** What stands in the documents for something of the reader's, and what it is here. */
function stoodFor(command: string): string {
  const address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const isRun = !/^conform (?!run\b|doctor\b)\w/.test(command);
  return (isRun && !command.endsWith('--help') ? `${command} --grep ${FEW}` : command)
    .replace(/"\$(SERVICE_)?URL"|https:\/\/service\.example\/messaging|(?<=--base-url )…/g, baseUrl())
    .replace(/ --webhook-url \S+/, '')
    .replace(/(?<=--walks )\d+/, '4')
    .replace(/(?<=--listen )\S+/, '127.0.0.1:0')
    .replace(/(?<=--to )\S+/, address)
    .replaceAll('${{ matrix.shard }}', '1')
    .replaceAll('"', '')
    .replace('~/.conform-ca', 'authority')
    .replace(/ A B$/, ' reports reports')
    .replace(/ DIR…$/, ' parts')
    .replace(/ RUNS$/, ' parts')
    .replace(/ ID$/, ' 1.0/errors/whitespace-body/sendText')
    .replace(/ CODE$/, ' no-event')
    .replace(/ TRACE$/, ' 1.2/walks/sendText-select')
    .replace(/ EVENT\b/, ' TextMessage')
    .replace('reports/explore/results.json', 'found/results.json')
    .replace(/^conform explore$/, 'conform explore --walks 2')
    .replace(/^conform selftest$/, 'conform selftest --workers 1 --grep 1.0/event/Closed/missing')
    .replace(/^conform (init|baseline)\b/, 'conform $1 --out written.yaml --force');
}

/** Serves until it is interrupted. */
const SERVES = /^conform (serve|report (--open|parts)$)(?!.*--help)/;

test.each(await documented())('%s', { timeout: 120_000 }, async (command) => {
  for (const line of alternatives(stoodFor(command))) {
    const args = line.split(' ').slice(1);
    if (SERVES.test(line)) {
      // No browser is found where PATH leads to none.
      const served = await serving(folder, args, undefined, { PATH: folder, XDG_RUNTIME_DIR: folder });
      await served.stop();
      expect(served.printed).toContain('http');
      continue;
    }
    // Its workers run compiled files.
    const isSelftest = args[0] === 'selftest';
    const env = { ...(/--base-url/.test(line) && { CONFORM_KEY: KEY }), XDG_RUNTIME_DIR: folder };
    const { code, stdout, stderr } = await (isSelftest ? conform : conformHere)(folder, args, env);
    // Of the cases that are merged most were left out.
    const due = line.includes('merge parts --require-complete') ? EXIT.incomplete : EXIT.passed;
    expect(code, `${line}\n${stdout}${stderr}`).toBe(due);
  }
});

/** `a|b` among the words is one command line for each. */
function alternatives(line: string): string[] {
  const [choice] = line.split(' ').filter((word) => /^\w+(\|\w+)+$/.test(word));
  return choice === undefined ? [line] : choice.split('|').map((word) => line.replace(choice, word));
}
