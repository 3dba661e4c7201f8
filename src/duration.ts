/** Milliseconds of an hour. */
export const HOUR_MS = 3_600_000;

/**
 * Milliseconds for people: "740 ms", "1.24 s", "10 s", "2 min 5 s", "24 h", "75 days 16 h". Three digits at most, and no
 * meaningless ones.
 */
export function duration(ms: number): string {
  const whole = Math.round(ms);
  if (ms > 0 && whole === 0) return 'less than 1 ms';
  if (whole < 1000) return `${whole} ms`;
  if (whole < MINUTES_FROM) return `${Number((whole / 1000).toFixed(whole < 9_995 ? 2 : 1))} s`;
  const seconds = Math.round(whole / 1000);
  if (seconds < HOURS_FROM) return inUnits([seconds, 'min', 's']);
  if (seconds < DAYS_FROM) return inUnits([Math.round(seconds / 60), 'h', 'min']);
  const hours = Math.round(seconds / 3600);
  return `${Math.floor(hours / 24)} days${hours % 24 > 0 ? ` ${hours % 24} h` : ''}`;
}

/** Hours for people, also parts of them: "1 h", "45 min", "24 h 15 min". */
export function hoursText(hours: number): string {
  return hours < 1 ? `${hours * 60} min` : inUnits([Math.round(hours * 60), 'h', 'min']);
}

const MINUTES_FROM = 120_000;
const HOURS_FROM = 2 * 60 * 60;
const DAYS_FROM = 14 * 24 * 60 * 60;

/** A number of the smaller unit, sixty of which make one of the greater. */
function inUnits([number, greater, smaller]: [number, string, string]): string {
  const rest = number % 60;
  return `${Math.floor(number / 60)} ${greater}${rest > 0 ? ` ${rest} ${smaller}` : ''}`;
}
