import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

// Loaded before the command that is measured: on its way out it writes down the most memory that its process ever held.
const file = process.env.BENCH_PEAK_FILE;
if (isMainThread && file)
  process.on('exit', () => writeFileSync(file, String(process.resourceUsage().maxRSS)));
