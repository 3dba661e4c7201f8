import { isDeepStrictEqual } from 'node:util';
import type { Case, Duty } from '../cases/types.js';
import type { CaseRecord, Place } from '../record/types.js';
import { cutTextCounted } from '../terminal-text.js';
import type { Finding } from './finding.js';
import type { InboxItem, Outcome, OutgoingRequest } from './ports.js';

/** An employee's action, and its content. */
export interface Act {
  action: string;
  user: string;
  parameters: Record<string, unknown>;
  /** When it was asked for; wall clock, milliseconds. */
  at: number;
  /** When the employee's side answered; left out: it has not yet. */
  ended?: number;
  /** The employee's side did it; left out as above. */
  succeeded?: boolean;
  /** A webhook address was set all the while. */
  addressed?: true;
  /** How many requests of the cases had been answered by then: a clock may show the same moment for consecutive ones. */
  answered: number;
}

/** A request made outside the cases, and its response. */
export interface OutOfCaseExchange {
  operation: string;
  request: OutgoingRequest;
  outcome: Outcome;
}

/** What an inbox showed; consecutive looks that showed the same count as one. Moments are wall clock, milliseconds. */
export interface Reading {
  id: number;
  caseId: string;
  version: string;
  user: string;
  destination: string;
  items: readonly InboxItem[];
  at: number;
  until: number;
  times: number;
}

/** One exchange of a case, as the judges see it. */
export interface Exchange {
  id: number;
  caseId: string;
  /** Asked for outside the cases, and evidence of this one. */
  aside?: true;
  version: string;
  /** Null: a request for something that no version lists, or by a path that is not the operation's. */
  operation: string | null;
  user: string | null;
  request: OutgoingRequest;
  outcome: Outcome;
  /** No law of the run judges the response: whether there is a body, or who answers, is not shown. */
  unjudged: boolean;
  /** The interface leaves open what the request is: any row of the table may answer it, a failure too. */
  mayFail: boolean;
  /** Path segment of the operation as sent. */
  segment: string;
}

/** How the target fills a gap. `part`: what the answer is about; all parts of one thing, `of`, are listed together. */
export interface CaseObservation {
  gap: string;
  value: string;
  of?: string;
  part?: string;
  /** Parts with this in common need not be listed one by one if all of them got the same answer. */
  among?: string;
}

type Recorded =
  | 'verdict'
  | 'reason'
  | 'expected'
  | 'received'
  | 'exchanges'
  | 'events'
  | 'readings'
  | 'dueTo';

/** How a case ended. */
export interface CaseOutcome extends Pick<CaseRecord, Recorded> {
  case: Case;
  /** What a failure rests on: step from 0, moment by the wall clock. */
  judged?: { place: Place; step: number; at: number };
  observations: CaseObservation[];
  startedAt: number;
  durationMs: number;
  /** Failed at first, and passed when it was tried again. */
  recovered?: true;
  /** What the failure breaches. */
  duty?: Duty | null;
  /** The violation in the setup that left it without a verdict. */
  breach?: Finding;
}

/** Of longer texts, the beginning is kept. */
const LONGEST = 2_000;
/** The latest ones: an inbox also holds earlier conversations. */
const MOST_ITEMS = 200;

interface Look extends Omit<Reading, 'id' | 'until' | 'times' | 'items'> {
  items: readonly InboxItem[];
}

/**
 * What employees were seen to see in a run. An inbox is read until it shows what is due; a look that shows nothing new is
 * only counted.
 */
export class Readings {
  readonly all: Reading[] = [];
  private readonly last = new Map<string, Reading>();

  /** Records a look and returns the id of the reading that it is part of. */
  note({ items, ...where }: Look): number {
    const kept = items.slice(firstKept(items));
    const look = { ...where, items: kept.map(({ fromUser, shown }) => ({ fromUser, shown: brief(shown) })) };
    const place = JSON.stringify([look.caseId, look.user, look.destination]);
    const before = this.last.get(place);
    if (before && isDeepStrictEqual(before.items, look.items)) {
      before.until = look.at;
      before.times += 1;
      return before.id;
    }
    const reading = { ...look, id: this.all.length, until: look.at, times: 1 };
    this.all.push(reading);
    this.last.set(place, reading);
    return reading.id;
  }
}

/** Index of the first item that is kept. */
export function firstKept(items: readonly InboxItem[]): number {
  return Math.max(0, items.length - MOST_ITEMS);
}

function brief(shown: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(shown);
  if (!entries.some(([, value]) => typeof value === 'string' && value.length > LONGEST)) return shown;
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name,
      typeof value === 'string' ? cutTextCounted(value, LONGEST) : value,
    ]),
  );
}
