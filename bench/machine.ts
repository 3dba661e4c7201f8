import { arch, cpus, loadavg, platform, totalmem } from 'node:os';

/** What the numbers were taken on, in one line. */
export function machine(): string {
  const [first] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${first?.model.trim() ?? 'unknown processor'}, ${cpus().length} cores, ${memory} GiB, ${platform()} ${arch()}, Node ${process.versions.node}, load ${loadavg()[0]?.toFixed(1)} at the end`;
}
