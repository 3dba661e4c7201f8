import type { Row } from '../console/protocol.js';
import type { DeliveryEntry, Entry, RequestEntry } from './entry.js';

/** An entry of the log as a line of the console. */
export function rowOf(entry: Entry): Row {
  const { id, kind, at, version, point, user } = entry;
  const base = { id, kind, at, version, point, user, nextAt: null, tookMs: null };
  if (entry.kind === 'request') return { ...base, ...requestPart(entry) };
  if (entry.kind === 'delivery') return { ...base, ...deliveryPart(entry) };
  return {
    ...base,
    what: entry.words ?? entry.action.replaceAll('_', ' '),
    result: 'done',
    tone: 'quiet',
    // The words say it all; whom it is about has a column of its own.
    note: entry.words
      ? ''
      : Object.values(entry.parameters)
          .filter((value) => value !== user)
          .map(String)
          .join(' · ')
          .slice(0, NOTE),
  };
}

function requestPart({ operation, method, path, status, code, message, breaches, tookMs }: RequestEntry) {
  const broken = breaches.find(({ level }) => level === 'required') ?? breaches[0];
  const isOdd = breaches.length > 0;
  return {
    what: operation ?? `${method} ${path}`.slice(0, NOTE),
    result: code === null ? String(status) : `${status}/${code}`,
    tone: code !== null ? ('bad' as const) : isOdd ? ('open' as const) : ('good' as const),
    tookMs,
    note: (broken ? `§${broken.section} ${broken.text}` : (message ?? '')).slice(0, NOTE),
  };
}

function deliveryPart({ event, state, attempts, url, nextAt }: DeliveryEntry) {
  const last = attempts.at(-1);
  const tries = attempts.length > 1 ? `, attempt ${attempts.length}` : '';
  return {
    what: event,
    result: last?.status ? String(last.status) : last ? 'failed' : WORDS[state],
    tone: TONES[state],
    tookMs: last?.tookMs ?? null,
    note: (last && state !== 'delivered'
      ? `${last.failure ?? 'not taken'}${tries}`
      : `${NOTES[state] ?? url ?? ''}${tries}`
    ).slice(0, NOTE),
    nextAt,
  };
}

const NOTE = 300;

const WORDS: Record<DeliveryEntry['state'], string> = {
  waiting: 'waiting',
  delivered: 'delivered',
  'given-up': 'failed',
  kept: 'kept',
  untold: 'untold',
  dropped: 'dropped',
  abandoned: 'not sent',
};

/** Why there was no attempt. */
export const NOTES: Partial<Record<DeliveryEntry['state'], string>> = {
  kept: 'No webhook address is set: kept for the next one, for a day.',
  untold: 'No webhook address was set: nobody is told.',
  dropped: 'Too many events wait already.',
  abandoned: 'The webhook address was taken away meanwhile.',
};

const TONES: Record<DeliveryEntry['state'], Row['tone']> = {
  waiting: 'open',
  delivered: 'good',
  'given-up': 'bad',
  kept: 'open',
  untold: 'open',
  dropped: 'bad',
  abandoned: 'quiet',
};
