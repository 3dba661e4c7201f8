import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { configurationText } from '../../src/configuration/text.js';
import { loadDescriptions } from '../../src/description/load.js';
import type { RunRecord } from '../../src/record/types.js';
import { startReference } from '../../src/reference/service.js';
import { settingsFor } from '../../src/run/reference-settings.js';
import { startCli } from '../support/process/cli-process.js';
import { writeManyVersions } from '../support/service/many-versions.js';
import { EXHAUSTIVE } from '../support/share.js';

const MIB = 1024 * 1024;

test('a share of the cases of four versions ends in all reports and bounded memory', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'conform-big-'));
  const spec = join(folder, 'spec');
  await writeManyVersions(spec, { versions: 4, conversations: 4, messages: 20 });
  const descriptions = await loadDescriptions(spec);
  const service = await startReference({ descriptions, tls: false });
  try {
    const settings = settingsFor(service, descriptions);
    await writeFile(join(folder, 'conform.config.yaml'), configurationText(settings, null));
    const args = ['run', '--quiet', '--spec', spec, '--shard', EXHAUSTIVE ? '1/6' : '2/14'];
    const cli = startCli(args, { cwd: folder });
    const { code } = await cli.ended;
    const record = JSON.parse(await readFile(join(folder, 'reports/results.json'), 'utf8')) as RunRecord;
    const { pass, skipped } = record.summary;
    // The target is plain HTTP: transport cases cannot be exercised.
    const others = record.cases.filter(({ group, verdict }) => verdict !== 'pass' && group !== 'transport');
    expect(others.map(({ id, verdict, reason }) => `${id} ${verdict}: ${reason?.text}`)).toEqual([]);
    expect(code, cli.output.stderr).toBe(0);
    expect(pass).toBeGreaterThan(500);
    expect(record.cases).toHaveLength(pass + skipped);
    expect(record.exchanges.length).toBeGreaterThan(1_500);
    for (const name of ['index.html', 'junit.xml', 'ctrf.json', 'summary.md'])
      expect((await stat(join(folder, 'reports', name))).size).toBeGreaterThan(1_000);
    expect((await cli.peakMemory()) / MIB).toBeLessThan(400);
  } finally {
    await service.close();
    await rm(folder, { recursive: true, force: true });
  }
}, 240_000);
