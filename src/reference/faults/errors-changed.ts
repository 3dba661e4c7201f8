import type { JsonObject } from '../json.js';
import type { Fault } from './fault.js';

/** Every value in the body of an error is what `change` makes of it and of its key; undefined: it is not there. */
export function changingErrors(
  summary: string,
  change: (value: unknown, key: string) => [key: string, value: unknown],
  isMeant: (status: number) => boolean = () => true,
): Fault {
  const walk = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => change(walk(one), key)));
  };
  return {
    summary,
    hook: ({ respond }) => ({
      respond(reply, call) {
        const good = respond(reply, call);
        if (good.status === 200 || !isMeant(good.status)) return good;
        return { ...good, body: walk(good.body) as JsonObject };
      },
    }),
  };
}
