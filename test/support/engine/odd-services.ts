import { expect, test } from 'vitest';
import type { NoResponse, OperatorResult, OutgoingRequest, Ports } from '../../../src/engine/ports.js';
import type { RunContext } from '../../../src/engine/run-context.js';
import type { Fault } from '../../../src/reference/faults/fault.js';
import type { VirtualMailbox } from '../../../src/virtual/ports.js';
import { habit } from '../service/habits.js';
import { type Ends, endsOf, inFull } from './ends.js';
import { type VirtualRunOptions, virtualRun } from './virtual-run.js';

/** For tests: stands between the engine and a virtual target, and is odd in one way. */
export type Through = NonNullable<VirtualRunOptions['through']>;

/** All of them, the first one nearest to the target. */
export function both(first: Through, second: Through): Through {
  return (ports, ...more) => second(first(ports, ...more), ...more);
}

export function withRunContext(change: (runContext: RunContext) => Partial<RunContext>): Through {
  return (ports, _mailbox, _clock, { runContext }) => {
    Object.assign(runContext, change(runContext));
    return ports;
  };
}

export function driver(change: (own: Ports['operator']) => Partial<Ports['operator']>): Through {
  return (ports) => ({ ...ports, operator: { ...ports.operator, ...change(ports.operator) } });
}

/** A driver of which every action, and every look, comes to this. */
export function acts(result: Exclude<OperatorResult, { ok: true }>): Through {
  return driver(() => ({ perform: () => Promise.resolve(result), inbox: () => Promise.resolve(result) }));
}

/** Parts of responses are replaced; `count` numbers the requests of the cases from 1. */
export function responses(change: (request: OutgoingRequest, count: number) => object | null): Through {
  return (ports) => {
    let count = 0;
    return {
      ...ports,
      transport: {
        send: async (request) => {
          count += 1;
          const other = change(request, count);
          const outcome = await ports.transport.send(request);
          return other ? ({ ...outcome, ...other } as typeof outcome) : outcome;
        },
      },
    };
  };
}

export function silence(verdict: NoResponse['verdict'], code: string): object {
  return { kind: 'no-response', verdict, failure: { code, text: 'Nothing came.' } };
}

/** Further deliveries beside each event of the service. */
export function beside(
  more: (post: (text: string, method?: string) => void) => void,
  address: string,
): Through {
  return (ports, mailbox) => {
    const receive: VirtualMailbox['receive'] = mailbox.receive.bind(mailbox);
    mailbox.receive = (...delivery) => {
      receive(...delivery);
      more((text, method = 'POST') => receive(address, method, text));
    };
    return ports;
  };
}

/** Every event comes later by as much, milliseconds; `now` is when it is sent, `body` what it says. */
export function late(by: (runContext: RunContext, now: number, body: string) => number): Through {
  return (ports, mailbox, clock, { runContext }) => {
    const receive: VirtualMailbox['receive'] = mailbox.receive.bind(mailbox);
    mailbox.receive = (...delivery) =>
      void clock.after(by(runContext, clock.now(), String(delivery[2])), () => receive(...delivery));
    return ports;
  };
}

/** Between two moments, milliseconds after the first event, events come one by one, each this long after the one before. */
export function busy({ from, until, eachMs }: { from: number; until: number; eachMs: number }): Through {
  let began: number | null = null;
  let lastAt = 0;
  return late((_, now) => {
    began ??= now;
    if (now < began + from || now > began + until) return 0;
    lastAt = Math.max(lastAt, now) + eachMs;
    return lastAt - now;
  });
}

/** Every event comes once more after this long, milliseconds, to the address that it was sent to first. */
export function repeated(afterMs: number): Through {
  return (ports, mailbox, clock) => {
    const receive: VirtualMailbox['receive'] = mailbox.receive.bind(mailbox);
    mailbox.receive = (...delivery) => {
      receive(...delivery);
      clock.after(afterMs, () => receive(...delivery));
    };
    return ports;
  };
}

/** Events get lost once so many have come; `untilSet`: setting the address helps. */
export function ending(count: number, untilSet: boolean): Fault {
  return habit(({ notify, address }) => {
    let left = count;
    return {
      notify: (event) => {
        left -= 1;
        return left < 0 ? [] : notify(event);
      },
      address: (previous, next) => {
        if (untilSet && left < 0) left = Number.POSITIVE_INFINITY;
        return address(previous, next);
      },
    };
  });
}

/** A good service at a target that is odd in one way, and what becomes of cases there. */
export interface Odd extends Pick<VirtualRunOptions, 'through' | 'faults' | 'capabilities'> {
  cases: RegExp;
  /** Of those that do not pass. */
  ends: Ends;
}

/** Makes a test of each. */
export function odd(worlds: Record<string, Odd>): void {
  test.each(Object.entries(worlds))('%s', async (_, { cases, ends, ...runContext }) => {
    const { outcomes } = await virtualRun({
      roundTripMs: 10,
      only: ({ id }) => cases.test(id),
      ...runContext,
    });
    expect(outcomes.length).toBeGreaterThan(0);
    expect(endsOf(outcomes)).toEqual(inFull(ends));
  });
}
