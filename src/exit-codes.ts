import { groupBy } from './group-by.js';

/** The result of a command: the number, and the words that help and documents use for it. */
interface ExitMeaning {
  code: number;
  words: string;
}

/** Of a run, and of every command that has no codes of its own. */
export const RUN_EXITS = {
  passed: { code: 0, words: 'no required statement is violated and nothing is inconclusive' },
  violated: { code: 1, words: 'a required statement is violated, or the baseline is out of date' },
  usage: { code: 2, words: 'bad usage, configuration or description, or no case selected' },
  noVerdict: { code: 3, words: 'no verdict: target, TLS, key or catcher unusable' },
  incomplete: { code: 4, words: 'something is inconclusive; with --require-complete also skipped' },
  checkerError: { code: 5, words: 'a fault in conform itself, its driver or its machine' },
  SIGINT: { code: 130, words: 'interrupted; the partial reports are written' },
  SIGTERM: { code: 143, words: 'interrupted; the partial reports are written' },
} as const satisfies Record<string, ExitMeaning>;

/** Of `conform trigger`. */
export const TRIGGER_EXITS = {
  done: { code: 0, words: 'a 2xx response, or done by the employee' },
  refused: { code: 1, words: 'any other response, or refused by the sandbox' },
  usage: { code: 2, words: 'bad usage; nothing was sent' },
  noResponse: { code: 3, words: 'no response' },
} as const satisfies Record<string, ExitMeaning>;

export const EXIT = codesOf(RUN_EXITS);
export const TRIGGER_EXIT = codesOf(TRIGGER_EXITS);

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
export type TriggerExitCode = (typeof TRIGGER_EXIT)[keyof typeof TRIGGER_EXIT];

type CodesOf<Table extends Record<string, ExitMeaning>> = { [Name in keyof Table]: Table[Name]['code'] };

function codesOf<Table extends Record<string, ExitMeaning>>(table: Table): CodesOf<Table> {
  return Object.fromEntries(Object.entries(table).map(([name, { code }]) => [name, code])) as CodesOf<Table>;
}

/** Codes of a run, the gravest first. */
export const BY_GRAVITY: readonly ExitCode[] = [
  EXIT.SIGTERM,
  EXIT.SIGINT,
  EXIT.checkerError,
  EXIT.usage,
  EXIT.noVerdict,
  EXIT.violated,
  EXIT.incomplete,
  EXIT.passed,
];

/** The gravest of the codes that apply. */
export function gravestExit(codes: readonly ExitCode[]): ExitCode {
  return BY_GRAVITY.find((code) => codes.includes(code)) ?? EXIT.passed;
}

/** One row for all codes that mean the same, in the order of the table: `130, 143` and its words. */
export function exitRows(table: Readonly<Record<string, ExitMeaning>>): { codes: string; words: string }[] {
  const byWords = groupBy(Object.values(table) as ExitMeaning[], ({ words }) => words);
  return [...byWords].map(([words, meanings]) => ({
    codes: meanings.map(({ code }) => code).join(', '),
    words,
  }));
}

/** The run cannot come to a verdict: what is wrong, and what to do. Never a violation of the target. */
export class NoVerdict extends Error {
  override readonly name = 'NoVerdict';

  constructor(
    readonly exitCode: (typeof EXIT)['usage' | 'noVerdict' | 'checkerError'],
    /** Stable reason code. */
    readonly code: string,
    message: string,
    readonly hint: string | null = null,
  ) {
    super(message);
  }
}
