import { deriveCases } from '../cases/derive.js';
import { procedure } from '../cases/procedure.js';
import { gapsOf } from '../cases/statements.js';
import type { Case } from '../cases/types.js';
import { loadDescriptions } from '../description/load.js';
import type { Description, Gap } from '../description/types.js';
import { Stop } from '../run/stop.js';
import { closest } from '../yaml/closest.js';

/** `conform explain`: what a case does and why, or what a statement or gap says. */
export async function explainCommand(id: string, { spec }: { spec?: string }): Promise<number> {
  const descriptions = await loadDescriptions(spec);
  const cases = deriveCases(descriptions);
  const one = cases.find((each) => each.id === id);
  const text = one ? explainCase(one, descriptions) : explainStatement(id, descriptions, cases);
  if (!text) throw new Stop(2, 'unknown-id', `Nothing is called "${id}".`, nearest(id, descriptions, cases));
  process.stdout.write(`${text}\n`);
  return 0;
}

function explainCase(one: Case, descriptions: readonly Description[]): string {
  const description = descriptions.find(({ version }) => version === one.version);
  const statements = one.statements.map(
    (id) => `  §${description?.statements[id]?.section} ${description?.statements[id]?.text} [${id}]`,
  );
  return [
    one.id,
    one.title,
    `Level: ${one.level}`,
    ...(statements.length > 0
      ? ['Proves:', ...statements]
      : ['Only observes: what the interface does not show is never judged.']),
    'Steps:',
    ...procedure(one.steps).map((line, at) => `  ${at + 1}. ${line}`),
    ...(one.needs.length > 0
      ? [`Needs: ${one.needs.map((need) => Object.values(need).join(' ')).join(', ')}`]
      : []),
    `Repeat: npx conform --grep ${one.id}`,
  ].join('\n');
}

function explainStatement(
  id: string,
  descriptions: readonly Description[],
  cases: readonly Case[],
): string | null {
  const parts = descriptions.flatMap(({ version, statements, gaps }) => {
    const statement = statements[id];
    const gap = gaps[id];
    if (gap) return explainGap(id, version, gap, cases);
    if (!statement) return [];
    const own = cases
      .filter((one) => one.version === version && one.statements.includes(id))
      .map((one) => `  ${one.id}`);
    return [
      `${version} §${statement.section} ${statement.level}: ${statement.text}`,
      ...(statement.untestable ? [`  Untestable: ${statement.untestable}`] : own),
    ];
  });
  return parts.length > 0 ? parts.join('\n') : null;
}

/** What answers an open question, or why nothing can. */
function explainGap(id: string, version: string, gap: Gap, cases: readonly Case[]): string[] {
  const own = cases.filter((one) => one.version === version && gapsOf(one).includes(id));
  return [
    `${version} §${gap.section} gap: ${gap.question}`,
    ...(gap.unobservable ? [`  Unobservable: ${gap.unobservable}`] : []),
    ...(gap.from ? [`  Answered by the ${gap.from} of a run.`] : []),
    ...own.map((one) => `  ${one.id}`),
  ];
}

/** An id that begins so, one that was mistyped, or one of nearly the same words. */
function nearest(id: string, descriptions: readonly Description[], cases: readonly Case[]): string {
  const ids = [
    ...cases.map((one) => one.id),
    ...descriptions.flatMap(({ statements, gaps }) => [...Object.keys(statements), ...Object.keys(gaps)]),
  ];
  const words = id.split('/').filter(Boolean);
  const alike = (other: string): boolean =>
    words.filter((word) => other.split('/').includes(word)).length >= Math.max(1, words.length - 1);
  const found = ids.find((other) => other.startsWith(id)) ?? closest(id, ids) ?? ids.find(alike);
  return `${found ? `Did you mean ${found}? ` : ''}conform list prints the ids of cases, conform list --statements all others.`;
}
