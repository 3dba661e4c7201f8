import type { RunRecord } from '../../../src/record/types.js';
import { renderComparison } from '../../../src/reporters/html/pages/comparison.js';
import { renderHistory } from '../../../src/reporters/html/pages/history.js';
import { digestOf } from '../../../src/reporters/selftest-digest.js';
import { renderSelftest } from '../../../src/selftest/report/page.js';
import { renderHtml } from './render-html.js';
import { sampleHistory } from './sample-history.js';
import { sampleRecord } from './sample-record.js';
import { sampleSelftest } from './sample-selftest.js';

const HOSTILE =
  '</pre><script>document.title="taken"</script><img src="http://127.0.0.1:9/x" onerror="document.title=1"> \u202e';

/** For tests: a page of each kind, by its name, and the runs that they tell of. */
export async function samplePages(): Promise<{
  html: Record<string, string>;
  passing: RunRecord;
  faulty: RunRecord;
  interrupted: RunRecord;
}> {
  const passing = await sampleRecord({ kind: 'passing', cases: 20 });
  const faulty = await sampleRecord({ kind: 'faulty', cases: 60, hostile: HOSTILE });
  const interrupted = await sampleRecord({ kind: 'interrupted', cases: 20 });
  const html = {
    passing: renderHtml(passing, digestOf(sampleSelftest(), 'selftest.html')),
    faulty: renderHtml(faulty),
    interrupted: renderHtml(interrupted),
    compared: renderComparison([await sampleRecord({ kind: 'passing', cases: 60 }), faulty]),
    listed: renderHistory(sampleHistory({ passing, faulty, interrupted })),
    selftest: renderSelftest(sampleSelftest()),
  };
  return { html, passing, faulty, interrupted };
}
