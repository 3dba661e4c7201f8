import type { CaseOutcome, Exchange, Reading } from '../engine/evidence.js';
import type { Delivery } from '../engine/ports.js';
import type { Watched } from '../run/operator-side.js';
import { type Batch, Batches, type WalkContext, type Walked } from './batches.js';
import { simplerThan, type VersionMoves } from './draw.js';
import { kindOf, type Shrinking, shrinkAll, signatureOf } from './shrink.js';
import { Coverage, VersionReadings } from './tally.js';
import { idOf, type Walk } from './walk.js';

/** What is known of an exploration at some moment. */
export interface ExploreState {
  walks: number;
  moves: number;
  /** Walks that failed. */
  failed: number;
  windows: { covered: number; legal: number };
  found: readonly Found[];
  /** Moves of the shortest failing walk so far; null: none failed. */
  shortest: number | null;
  durationMs: number;
}

/** A way to fail: the simplest walk that fails in it, and what it showed. */
export interface Found {
  walk: Walk;
  outcome: CaseOutcome;
  exchanges: Exchange[];
  deliveries: Delivery[];
  readings: Reading[];
  actions: Watched[];
  signature: string;
  /** Moves of the walk that failed first. */
  from: number;
  /** Failing walks that it explains, including itself. */
  times: number;
  /** It failed again when it was repeated at the end. */
  again: boolean;
}

/** The result of an exploration. */
export interface Exploration extends ExploreState {
  /** Walks without a verdict, or that revealed a fault of the checker. */
  open: CaseOutcome[];
  passed: number;
  /** What the walks that passed went through. */
  proven: Coverage;
  readings: VersionReadings;
  /** Walks that failed in further ways, which were not looked into. */
  unexplained: number;
}

export interface ExploreOptions {
  walkContext: WalkContext;
  versionMoves: readonly VersionMoves[];
  /** Batches of walks; the exploration ends with them. */
  walks: Iterable<Walk[]>;
  /** Whether there is time for another batch. */
  goesOn: (state: ExploreState) => boolean;
  onProgress: (state: ExploreState) => void;
}

/** At most this many ways to fail are investigated: a target that fails in more ways needs no more of them. */
const MOST_FOUND = 20;

/** The same for those that show in the same way. */
const MOST_ALIKE = 3;
/** Once this many failing walks of a kind have shrunk to a known one, no more of that kind are shrunk. */
const MOST_IN_VAIN = 2;

/** Walks batch after batch, and makes each new way to fail as simple as possible. */
export async function explore(options: ExploreOptions): Promise<Exploration> {
  const explorer = new Explorer(options);
  options.onProgress(explorer.state());
  for (const walks of options.walks) {
    if (options.walkContext.signal.aborted || !options.goesOn(explorer.state())) break;
    await explorer.walk(walks);
  }
  return explorer.result();
}

class Explorer {
  private readonly batches: Batches;
  private readonly coverage: Coverage;
  /** What walks that passed went through. */
  private readonly proven: Coverage;
  private readonly readings = new VersionReadings();
  private readonly began: number;
  private readonly found: Found[] = [];
  private readonly open: CaseOutcome[] = [];
  private counts = { walks: 0, moves: 0, failed: 0, passed: 0, unexplained: 0 };
  private shortest: number | null = null;
  private mostAtOnce = Number.POSITIVE_INFINITY;
  /** By kind of failure: how often shrinking brought nothing new. */
  private readonly inVain = new Map<string, number>();

  constructor(private readonly options: ExploreOptions) {
    const { walkContext, versionMoves } = options;
    this.batches = new Batches(walkContext);
    const descriptions = versionMoves.map(({ description }) => description);
    this.coverage = new Coverage(descriptions);
    this.proven = new Coverage(descriptions);
    this.began = walkContext.ports.clock.now();
  }

  state(): ExploreState {
    const { walks, moves, failed } = this.counts;
    const { covered, legal } = this.coverage;
    const durationMs = this.options.walkContext.ports.clock.now() - this.began;
    const { found, shortest } = this;
    return { walks, moves, failed, windows: { covered, legal }, found, shortest, durationMs };
  }

  result(): Exploration {
    const { passed, unexplained } = this.counts;
    return {
      ...this.state(),
      open: this.open,
      passed,
      unexplained,
      proven: this.proven,
      readings: this.readings,
    };
  }

  async walk(walks: readonly Walk[]): Promise<void> {
    for (let at = 0; at < walks.length && !this.options.walkContext.signal.aborted; ) {
      const part = walks.slice(at, at + this.mostAtOnce);
      const batch = await this.batches.run(part);
      if (this.hasLostEvents() && part.length > 1) {
        this.mostAtOnce = Math.ceil(part.length / 2);
        continue;
      }
      at += part.length;
      await this.judge(batch);
    }
  }

  /** A deployment may send more events for a batch than the catcher can keep; then the batch is walked in parts. */
  private hasLostEvents(): boolean {
    return this.options.walkContext.ports.mailbox.lost > 0;
  }

  private async judge(batch: Batch): Promise<void> {
    const ended = batch.walked.filter(({ outcome }) => outcome.reason?.code !== 'interrupted');
    for (const walked of ended) this.count(walked);
    this.options.onProgress(this.state());
    await this.explain(batch, ended.filter(hasFailed));
  }

  private count({ walk, outcome }: Walked): void {
    this.counts.walks += 1;
    this.counts.moves += walk.moves.length;
    this.coverage.note(walk);
    this.readings.note(outcome);
    if (outcome.verdict === 'pass') {
      this.counts.passed += 1;
      this.proven.note(walk);
    } else if (outcome.verdict === 'fail') {
      this.counts.failed += 1;
      this.shorten(walk);
    } else this.open.push(outcome);
  }

  private shorten({ moves }: Walk): void {
    this.shortest = Math.min(this.shortest ?? moves.length, moves.length);
  }

  /** Attributes failing walks to the known ways to fail; of the others, the shortest of each kind is shrunk. */
  private async explain(batch: Batch, failed: readonly Walked[]): Promise<void> {
    let left = [...failed];
    for (;;) {
      left = left.filter((walked) => !this.attributed(walked));
      if (left.length === 0 || this.options.walkContext.signal.aborted) break;
      const chosen = shortestOfEach(left.filter((walked) => this.isWorthwhile(walked)));
      if (chosen.length === 0) break;
      left = left.filter((walked) => !chosen.includes(walked));
      await this.shrink(batch, chosen);
    }
    this.counts.unexplained += left.length;
    this.options.onProgress(this.state());
  }

  /** One defect shows in many ways: a few walks of each kind are enough. */
  private isWorthwhile(walked: Walked): boolean {
    const kind = signatureOf(walked);
    const alike = this.found.filter(({ signature }) => signature === kind).length;
    const inVain = this.inVain.get(kindOf(walked)) ?? 0;
    return this.found.length < MOST_FOUND && alike < MOST_ALIKE && inVain < MOST_IN_VAIN;
  }

  private attributed(walked: Walked): boolean {
    const cause = this.found.find(
      ({ walk, signature }) => signature === signatureOf(walked) && holds(walked.walk, walk),
    );
    if (cause) cause.times += 1;
    return cause !== undefined;
  }

  private async shrink(batch: Batch, chosen: readonly Walked[]): Promise<void> {
    const { versionMoves, walkContext } = this.options;
    const shrunk = await shrinkAll(chosen, {
      batches: this.batches,
      simpler: (walk) => simplerThan(versionMoves, walk),
      moves: (version) =>
        versionMoves.find(({ description }) => description.version === version)?.moves ?? [],
      signal: walkContext.signal,
      onLevel: (all) => {
        for (const { best } of all) this.shorten(best.walk);
        this.options.onProgress(this.state());
      },
    });
    const simplest = new Map(shrunk.map((shrinking) => [keyOf(shrinking), shrinking]));
    const walks = [...simplest.values()].map(({ best }) => best.walk);
    const last = walkContext.signal.aborted
      ? null
      : await this.batches.run([...walks, ...this.underOtherVersions(walks)]);
    for (const [at, shrinking] of [...simplest.values()].entries()) this.file(batch, shrinking, last, at);
    for (const shrinking of shrunk)
      if (simplest.get(keyOf(shrinking)) !== shrinking) this.attributed(shrinking.found);
    for (const walked of last?.walked.slice(walks.length) ?? [])
      if (hasFailed(walked))
        this.add(last as Batch, walked, { from: walked.walk.moves.length, times: 0, again: true });
  }

  /** If the simplest walk does not fail again, the one that failed first is reported. */
  private file(first: Batch, { found }: Shrinking, last: Batch | null, at: number): void {
    const again = last?.walked[at];
    const failsAgain = again !== undefined && hasFailed(again);
    const [shown, batch] = failsAgain ? [again, last as Batch] : [found, first];
    const { id } = shown.outcome.case;
    const known = this.found.find((found) => found.outcome.case.id === id);
    if (known) {
      known.times += 1;
      this.inVain.set(kindOf(found), (this.inVain.get(kindOf(found)) ?? 0) + 1);
    } else this.add(batch, shown, { from: found.walk.moves.length, times: 1, again: failsAgain });
  }

  private add(batch: Batch, shown: Walked, history: Pick<Found, 'from' | 'times' | 'again'>): void {
    const { walk, outcome } = shown;
    if (this.found.some((found) => found.outcome.case.id === outcome.case.id)) return;
    this.shorten(walk);
    this.found.push({
      walk,
      outcome,
      ...evidenceOf(batch, outcome),
      signature: signatureOf(shown),
      ...history,
    });
  }

  /** The same walks under the other versions, if these have the moves: one defect may be in all of them. */
  private underOtherVersions(walks: readonly Walk[]): Walk[] {
    const known = new Set([...walks.map(idOf), ...this.found.map(({ walk }) => idOf(walk))]);
    return this.options.versionMoves.flatMap(({ description: { version }, moves }) =>
      walks
        .filter((walk) => walk.moves.every(({ name }) => moves.some((move) => move.name === name)))
        .map((walk): Walk => ({ ...walk, version }))
        .filter((walk) => !known.has(idOf(walk)) && known.add(idOf(walk))),
    );
  }
}

/** What the batch has shown of one walk. */
export function evidenceOf(
  { exchanges, deliveries, readings, actions }: Batch,
  { case: { id }, events }: CaseOutcome,
): Pick<Found, 'exchanges' | 'deliveries' | 'readings' | 'actions'> {
  const own = exchanges.filter(({ caseId }) => caseId === id);
  const users = new Set(own.map(({ user }) => user).filter((user) => user !== null));
  return {
    exchanges: own,
    readings: readings.filter(({ caseId }) => caseId === id),
    deliveries: deliveries.filter((delivery) => events.includes(delivery.id)),
    actions: actions.filter(({ parameters }) =>
      Object.values(parameters).some((value) => typeof value === 'string' && users.has(value)),
    ),
  };
}

function hasFailed({ outcome }: Walked): boolean {
  return outcome.verdict === 'fail';
}

function shortestOfEach(failed: readonly Walked[]): Walked[] {
  const chosen = new Map<string, Walked>();
  for (const walked of failed) {
    const kind = kindOf(walked);
    const known = chosen.get(kind);
    if (!known || walked.walk.moves.length < known.walk.moves.length) chosen.set(kind, walked);
  }
  return [...chosen.values()];
}

function keyOf({ best }: Shrinking): string {
  return `${signatureOf(best)} ${best.walk.moves.map(({ name }) => name).join(' ')}`;
}

/** Whether the walk contains the moves in this order, whatever is between them. */
function holds(walk: Walk, { moves, pairAt }: Walk): boolean {
  if ((walk.pairAt === undefined) !== (pairAt === undefined)) return false;
  let at = 0;
  for (const { name } of walk.moves) if (name === moves[at]?.name) at += 1;
  return at === moves.length;
}
