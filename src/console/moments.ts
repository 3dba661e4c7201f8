/** A length of time in the largest unit that fits. */
export function span(ms: number): string {
  if (ms >= 86_400_000) return plural(Math.round(ms / 86_400_000), 'day');
  if (ms >= 3_600_000) return plural(Math.round(ms / 3_600_000), 'hour');
  if (ms >= 60_000) return plural(Math.round(ms / 60_000), 'minute');
  return ms >= 1_000 ? `${(ms / 1_000).toFixed(1)} s` : `${Math.round(ms)} ms`;
}

function plural(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** The time of day of a moment, to the second. */
export function clock(at: number): string {
  return new Date(at).toLocaleTimeString([], {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hour12: false,
  });
}
