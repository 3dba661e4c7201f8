import { loadDescriptions } from './description/load.js';
import { cleanRuns } from './selftest/clean-runs.js';

const t = Date.now();
await cleanRuns(await loadDescriptions(), (run) => {
  console.log(((Date.now() - t) / 1000).toFixed(1), run.name, run.ran, 'alarms', run.alarms.length);
  for (const a of run.alarms.slice(0, 6)) console.log('   ', JSON.stringify(a).slice(0, 400));
});
process.exit(0);
