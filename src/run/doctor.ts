import { selectCases } from '../cases/select.js';
import type { Case } from '../cases/types.js';
import type { ConfigurableDialect } from '../dialect/types.js';
import { groupBy } from '../group-by.js';
import { count } from '../phrases.js';
import { capabilitiesOf, wantedCases } from './case-selection.js';
import { type DeploymentRequest, withDeployment } from './deployment.js';
import { preflight } from './preflight/preflight.js';
import { masked } from './secrets.js';

export interface Examined {
  /** The dialect that a run would use. */
  dialect: ConfigurableDialect;
  /** How many of the wanted cases can be exercised, and how many cannot. */
  exercised: number;
  skipped: number;
}

/** The preflight alone, and what a run would have to skip. Throws the UsageError or the NoVerdict that a run would end with. */
export async function examine(request: DeploymentRequest): Promise<Examined> {
  const { configuration, descriptions, operator, report, signal } = request;
  const { wanted } = wantedCases(configuration, descriptions);
  return withDeployment(request, async ({ ports, applyFindings }) => {
    const prepared = await masked(configuration, report, () =>
      preflight(configuration, descriptions, ports, report, signal),
    );
    applyFindings(prepared);
    const { selected, skipped } = selectCases(
      wanted,
      await capabilitiesOf(prepared, configuration, operator),
    );
    signal.throwIfAborted();
    for (const [text, lacking] of groupBy(skipped, ({ reason }) => reason.text))
      report.note(
        lacking[0]?.verdict ?? 'skipped',
        `${count(lacking.length, 'case')}: ${text}`,
        (configuration.output.verbose ? caseNames : caseCounts)(
          lacking.map((leftOut) => leftOut.case),
          wanted,
        ),
      );
    report.ok('cases', `${selected.length} can be exercised, ${skipped.length} cannot`);
    return {
      dialect: prepared.dialect,
      exercised: selected.length,
      skipped: skipped.length,
    };
  });
}

/** How many cases of each group: `routing 2, storage 3`. */
function caseCounts(cases: readonly Case[]): string {
  const counts = [...groupBy(cases, ({ group }) => group)].map(([group, own]) => `${group} ${own.length}`);
  return `${counts.join(', ')} (-v names them)`;
}

/**
 * Cases by their group and name, without versions and operations, each once: `routing: after-closed, contact-points`. If
 * they are all the cases in `all` whose names share a first word, that word stands for them: `employee: sees-*`.
 */
function caseNames(cases: readonly Case[], all: readonly Case[]): string {
  const known = namesByGroup(all);
  return [...namesByGroup(cases)]
    .map(([group, names]) => `${group}: ${shortened(names, known.get(group) ?? names).join(', ')}`)
    .join(' · ');
}

/** Fewer names than this are listed one by one. */
const LEAST_ALIKE = 3;

function shortened(names: ReadonlySet<string>, known: ReadonlySet<string>): string[] {
  const whole = (beginning: string): boolean => {
    const alike = [...known].filter((name) => name.startsWith(beginning));
    return alike.length >= LEAST_ALIKE && alike.every((name) => names.has(name));
  };
  const words = [...names].map((name) => {
    const beginning = `${name.split('-')[0]}-`;
    return whole(beginning) ? `${beginning}*` : name;
  });
  return [...new Set(words)];
}

function namesByGroup(cases: readonly Case[]): Map<string, Set<string>> {
  const groups = new Map<string, Set<string>>();
  for (const { group, name } of cases) groups.set(group, (groups.get(group) ?? new Set()).add(name));
  return groups;
}
