import { casesOf } from '../cases/derive.js';
import { operationOf } from '../cases/description-lookups.js';
import { filterCases, fits, unmatched } from '../cases/filter.js';
import { type Capabilities, unknownBody } from '../cases/select.js';
import type { Case } from '../cases/types.js';
import type { Configuration, TargetConfiguration } from '../configuration/types.js';
import { type Mistake, UsageError } from '../configuration/usage-error.js';
import type { Description } from '../description/types.js';
import { canClearAddress } from '../engine/keys.js';
import { EXIT, NoVerdict } from '../exit-codes.js';
import type { Driver } from '../operator/driver.js';
import { conjunction } from '../phrases.js';
import { quoted } from '../terminal-text.js';
import { suggestPattern } from '../yaml/closest.js';
import type { Prepared } from './preflight/preflight.js';
import { mayChangeAddress } from './preflight/webhook.js';

export interface WantedCases {
  wanted: Case[];
  /** Required ones that the configuration leaves out. */
  leftOut: number;
}

type Patterns = Pick<Configuration['run'], 'grep' | 'skip' | 'places'>;

/**
 * Cases that the configuration asks for, and how many required ones it leaves out. A pattern may name versions that are
 * not checked, because lists of patterns are shared; one that fits no case of any version is a mistake.
 * @throws UsageError if patterns are wrong; NoVerdict if nothing is left
 */
export function wantedCases(
  { target, run }: Configuration,
  descriptions: readonly Description[],
): WantedCases {
  const known = casesOf(descriptions);
  const checked = known.filter(({ version }) => target.versions.includes(version));
  const wanted = filterCases(checked, run);
  if (wanted.length === 0 && run.only !== null) throw nothingSelected(0, ONLY_FAILED);
  const wrong = [
    ...fitNothing(known, run),
    ...(wanted.length === 0 ? fitOtherVersions(known, checked, run) : []),
  ];
  if (wrong.length > 0) throw new UsageError(wrong);
  if (wanted.length === 0 && run.shard !== null) throw emptyShard(run.shard);
  if (wanted.length === 0) throw nothingSelected(0);
  const required = (some: readonly Case[]) => some.filter(({ level }) => level === 'required').length;
  return { wanted, leftOut: required(checked) - required(wanted) };
}

/** Nothing can be judged: none of the cases asked for exists or can be exercised. */
export function nothingSelected(skipped: number, hint = HINT, why: string | null = null): NoVerdict {
  return new NoVerdict(
    EXIT.usage,
    'nothing-selected',
    skipped > 0
      ? `${skipped === 1 ? 'The selected case cannot' : `None of the ${skipped} selected cases can`} be exercised${why === null ? ' with this configuration.' : `: ${why}`}`
      : 'No case is selected.',
    hint,
  );
}

function emptyShard({ index, count }: NonNullable<Configuration['run']['shard']>): NoVerdict {
  const text = `Shard ${index}/${count} has no case: fewer than ${count} are selected.`;
  return new NoVerdict(EXIT.usage, 'nothing-selected', text, 'Use fewer shards, or select more cases.');
}

const ONLY_FAILED =
  'None of the cases that did not pass in the last run matches the other options; leave out --last-failed.';

const HINT = 'conform list prints all case ids; conform doctor says what the configuration lacks.';

/** Most likely mistyped. */
function fitNothing(known: readonly Case[], { grep, skip, places }: Patterns): Mistake[] {
  const mistakes = (patterns: readonly string[], where: readonly string[]): Mistake[] => {
    const unfit = unmatched(known, patterns);
    return patterns.flatMap((pattern, at) =>
      unfit.includes(pattern)
        ? [
            {
              where: where[at] ?? '',
              message: `no case matches ${quoted(pattern)}; ${meant(pattern, known)}conform list prints all ids`,
            },
          ]
        : [],
    );
  };
  return [...mistakes(grep, places.grep), ...mistakes(skip, places.skip)];
}

function meant(pattern: string, known: readonly Case[]): string {
  const near = suggestPattern(pattern, {
    words: [...new Set(known.flatMap(({ id, statements }) => [...id.split('/'), ...statements]))],
    fits: (candidate) => known.some((testCase) => fits(candidate, testCase)),
  });
  return near === undefined ? '' : `did you mean ${quoted(near)}? `;
}

/** Patterns that fit cases, but none of a version that is checked. */
function fitOtherVersions(
  known: readonly Case[],
  checked: readonly Case[],
  { grep, places }: Patterns,
): Mistake[] {
  if (unmatched(checked, grep).length < grep.length) return [];
  return grep.flatMap((pattern, at) => {
    const meant = filterCases(known, { grep: [pattern], skip: [], shard: null });
    const versions = conjunction([...new Set(meant.map(({ version }) => version))]);
    const message = `${quoted(pattern)} matches cases of version ${versions} only, which is not checked; expected a pattern for what is, or that version chosen (--api-version)`;
    return meant.length > 0 ? [{ where: places.grep[at] ?? '', message }] : [];
  });
}

/** What the deployment and its configuration offer to the cases. */
export async function capabilitiesOf(
  { runContext, descriptions, webhook, refusals, refusedDriver }: Prepared,
  configuration: TargetConfiguration,
  operator: Driver,
): Promise<Capabilities> {
  const listed = await Promise.all(
    descriptions.map(async ({ version }) => {
      const own = await runContext.destinations(version, runContext.keys.main);
      return [version, { count: own.length, online: own.some(({ online }) => online) }] as const;
    }),
  );
  const { reader } = runContext;
  const [first] = descriptions;
  const address = first ? operationOf(first, 'address') : '';
  const { target } = configuration;
  const freshKey = target.freshKeys.length > 0;
  const can = (action: string): boolean => refusedDriver === null && operator.supports(action);
  return {
    versions: descriptions.map(({ version }) => version),
    https: runContext.baseUrl.startsWith('https:'),
    webhook: (version) => webhook.includes(version),
    noWebhook: reader.knows(address)
      ? `${refusals.join('; ') || "The target did not accept the catcher's address"}. --webhook-url names one that it accepts.`
      : unknownBody(address),
    consent: mayChangeAddress(configuration),
    secondKey: target.secondKey !== null,
    freshKey,
    unsetAddress: freshKey || canClearAddress(runContext, { supports: can }),
    restricted: target.restricted?.operations ?? {},
    destinations: Object.fromEntries(listed),
    supports: (action) => operator.supports(action),
    whyNot: (action) =>
      refusedDriver !== null && operator.supports(action)
        ? { code: 'driver-refused', text: refusedDriver, inconclusive: true }
        : (operator.whyNot?.(action) ?? null),
    shows: operator.shows,
    bodies: (operation) => reader.knows(operation),
    setPresence: can('set_presence'),
  };
}
