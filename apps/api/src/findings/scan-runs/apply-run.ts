import { mapInSlices } from '#libs/queues';
import type { DistinctFinding } from '../triage/distinct-finding.js';
import {
  type Absence,
  type AppliedRun,
  changeOf,
  type FindingState,
  markAbsent,
  markLost,
  markReported,
  shownAt,
} from '../triage/finding-state.js';
import type { FindingStatus } from '../triage/finding.entity.js';
import {
  type AlikeFindings,
  type FindingRow,
  isUnchanged,
  MAX_STREAKS,
  rowOf,
  type RunStreak,
  stateOf,
  type StoredFindingState,
} from '../triage/stored-findings.js';
import type { Comparison } from './pages-of-findings.js';
import type { Reported } from './read-before-run.sql.js';
import { identityOf } from './reported-set.js';

/**
 * The ids of findings by what a run changed, also of those that need review; all others that it reported were known.
 */
export interface RunChanges {
  raised: string[];
  regressed: string[];
  /** Identities: what main lines have is not read one by one. */
  spread: string[];
  dismissed: string[];
  resolved: string[];
}

/** Findings that a run changes in one way. */
export type ChangedRow = FindingRow & {
  ids: string[];
  varied: boolean;
  /** The run reports it. */
  reported: boolean;
  /** Something that shows has changed. */
  touched: boolean;
  /** Its new wording; null: it stays. */
  wording: DistinctFinding | null;
  /** Its new selector; null: it stays. */
  spelled: Spelled | null;
};

/** How main lines spell a finding from now on. */
interface Spelled {
  selector: string | null;
  /** Null: of the identity. */
  spelling: string | null;
  aliases: string[];
}

/** A wording of a line that differs from its last one. */
export interface WordingRow {
  findingId: string;
  wording: DistinctFinding;
}

/** A finding that a run brings; one that needs review is brought as soon as somebody is sure. */
export interface Introduction {
  index: number;
  change: 'new' | 'regressed' | 'spread';
  needsReview: boolean;
  /** The pages it has spread to. */
  pages: readonly string[];
}

/** What a run does to the rows of findings, and what it answers. */
export interface RunEffects {
  ids: RunChanges;
  /** The same of failures alone: what needs review is no news, and in no gate. */
  failures: RunChanges;
  /** What it brought, by the index of each. */
  introduced: Introduction[];
  /** How many failures of a proposal its base had and main lines have mended. */
  behind: number;
  /** The indexes of those reported that are not simply known. */
  met: Set<number>;
  /** The identities of those that it was asked about and did not report. */
  absent: string[];
  rows: {
    created: DistinctFinding[];
    changed: ChangedRow[];
    /** Findings whose wording of before must be kept, since lines begin to differ. */
    varied: string[];
    wordings: WordingRow[];
    /** Selectors by which findings are no longer known. */
    forgotten: { spelling: string; identity: string }[];
  };
}

/** A run, and what it may change. */
export interface RunToApply {
  run: AppliedRun;
  /** The same run, for what it does not report. */
  absence: Absence;
  /** It is complete for some pages, so that what is held open stays. */
  isOfPages: boolean;
  findings: readonly DistinctFinding[];
  /** The streak that the run goes on with or begins, as it is after the run. */
  streak: RunStreak;
  /** Lists of `Reported` in JSON. */
  reported: readonly string[];
  absentees: readonly AlikeFindings[];
  /** The streaks of any of these findings, as they were before. */
  streaks: readonly RunStreak[];
  /** How landed findings of a proposal compare, by their indexes. */
  compared: readonly Comparison[] | null;
}

const NOT_COMPARED: Comparison = { wasThere: false, extra: [], isBehind: false };

const noChanges = (): RunChanges => ({ raised: [], regressed: [], spread: [], dismissed: [], resolved: [] });

/** Applies a run by the rules. */
export async function applyRun(runToApply: RunToApply): Promise<RunEffects> {
  const { absence, streak, isOfPages } = runToApply;
  const streaks = new Map(runToApply.streaks.map((known) => [known.number, known]));
  const effects: RunEffects = {
    ids: noChanges(),
    failures: noChanges(),
    introduced: [],
    behind: 0,
    met: new Set(),
    absent: [],
    rows: { created: [], changed: [], varied: [], wordings: [], forgotten: [] },
  };
  await mapInSlices(runToApply.reported, (part) => {
    for (const each of JSON.parse(part) as Reported[]) applyReported(effects, runToApply, each, streaks);
  });
  await applyQuiet(effects, runToApply);
  await mapInSlices(runToApply.absentees, ({ ids, identities, state: known }) => {
    for (const identity of identities) effects.absent.push(identity);
    const state = stateOf(known, streaks);
    const before = shownAt(state, absence.arrivedAt);
    if (isOfPages) markLost(state, absence);
    else markAbsent(state, absence);
    const isResolved = before !== 'resolved' && shownAt(state, absence.arrivedAt) === 'resolved';
    if (isResolved && absence.kind === 'main') for (const id of ids) note(effects, 'resolved', id, known);
    const kept = known.streaks.filter((number) => number !== streak.number);
    const row = rowOf(known, state, streaks, kept);
    if (!isUnchanged(known, row))
      effects.rows.changed.push({
        ...row,
        ids,
        varied: known.varied,
        reported: false,
        touched: !showsSame(known, row),
        wording: null,
        spelled: null,
      });
  });
  return effects;
}

/**
 * The streaks of a finding with this one. Runs that have little else in common would add one each: former ones go, and
 * their sightings are written out.
 */
function withStreak(streaks: number[], number: number): number[] {
  const all = streaks.includes(number) ? streaks : [...streaks, number];
  return all.length < MAX_STREAKS ? all : [...all.filter((other) => other !== number), number].slice(-MAX_STREAKS / 2);
}

function note(
  { ids, failures }: RunEffects,
  change: keyof RunChanges,
  id: string,
  { needsReview }: { needsReview: boolean },
): void {
  ids[change].push(id);
  if (!needsReview) failures[change].push(id);
}

/** What a run repeats is known, unless it is on more pages, or fewer than before. */
async function applyQuiet(effects: RunEffects, { findings, compared }: RunToApply): Promise<void> {
  if (compared === null) return;
  await mapInSlices(findings, (finding, position) => {
    const { extra, isBehind } = compared[position]!;
    if (effects.met.has(position)) return;
    if (extra.length > 0) introduce(effects, position, finding, 'spread', extra);
    else if (isBehind && !finding.needsReview) effects.behind += 1;
  });
}

const KINDS = { new: 'raised', regressed: 'regressed', spread: 'spread' } as const;

function introduce(
  effects: RunEffects,
  index: number,
  finding: DistinctFinding,
  change: Introduction['change'],
  pages: readonly string[] = [],
  id = finding.identity,
): void {
  const { needsReview } = finding;
  note(effects, KINDS[change], id, finding);
  effects.introduced.push({ index, change, needsReview, pages });
}

function applyReported(
  effects: RunEffects,
  { run, findings, streak, compared }: RunToApply,
  { position, lineWordingDigest, known, formerSelectors }: Reported,
  streaks: ReadonlyMap<number, RunStreak>,
): void {
  const { rows } = effects;
  const finding = findings[position]!;
  effects.met.add(position);
  if (known === null) {
    introduce(effects, position, finding, 'new', [], finding.id);
    rows.created.push(finding);
    return;
  }
  const { id } = known;
  const state = stateOf(known, streaks);
  const { wasThere, extra, isBehind } = compared?.[position] ?? NOT_COMPARED;
  const shown = shownAt(state, run.arrivedAt);
  const change = changeOf(state, run, known.issueState, { wasThere, isSpread: extra.length > 0 });
  if (change === 'new' || change === 'regressed') introduce(effects, position, finding, change, [], id);
  else if (change === 'spread') introduce(effects, position, finding, change, extra);
  else if (change === 'dismissed') note(effects, 'dismissed', id, finding);
  else if (state.landed && run.kind === 'proposal' && !finding.needsReview) {
    const isMended = shown === 'resolved' || isBehind;
    if (isMended && !isHeldOpen(state, shown)) effects.behind += 1;
  }

  const counts = run.kind === 'main' || !state.landed;
  const lands = run.kind === 'main' && !state.landed;
  const showsWording = markReported(state, run);
  const differs = known.wordingDigest !== null && lineWordingDigest !== finding.wordingDigest;
  if (differs) rows.wordings.push({ findingId: id, wording: finding });
  if (differs && !known.varied) rows.varied.push(id);
  const before = lands ? [] : known.streaks;
  const kept = counts ? withStreak(before, streak.number) : before;
  const moved = counts ? new Map(streaks).set(streak.number, streak) : streaks;
  const row = rowOf(known, state, moved, kept, lands);
  const wording = showsWording && known.wordingDigest !== finding.wordingDigest ? finding : null;
  const spelled = formerSelectors && spelledBy(finding, formerSelectors);
  if (spelled) rows.forgotten.push(...forgottenOf(finding, spelled, formerSelectors));
  const touched = wording !== null || spelled !== null || !showsSame(known, row);
  const changed = { ...row, ids: [id], varied: known.varied || differs, reported: true, touched, wording, spelled };
  if (wording !== null || spelled !== null || differs || !isUnchanged(known, row)) rows.changed.push(changed);
}

/** How many former selectors a finding is known by. */
const MAX_ALIASES = 20;

/** How a finding is spelled after a run of a main line; null: as before. */
function spelledBy(finding: DistinctFinding, [shown = null, ...known]: readonly (string | null)[]): Spelled | null {
  const { selector, identity } = finding;
  const before = [...new Set([shown, ...finding.aliases])].filter((other) => !known.includes(other));
  const aliases = [...before, ...known].filter((other) => other !== null && other !== selector).slice(0, MAX_ALIASES);
  if (selector === shown && aliases.join('\n') === known.join('\n')) return null;
  const spelling = identityOf(finding.ruleId, selector, finding.needsReview);
  return { selector, spelling: spelling === identity ? null : spelling, aliases: aliases as string[] };
}

function forgottenOf(
  { ruleId, identity, needsReview, aliases: reported, selector }: DistinctFinding,
  { aliases }: Spelled,
  former: readonly (string | null)[],
): { spelling: string; identity: string }[] {
  const kept = new Set([selector, ...aliases, ...reported]);
  const gone = former.filter((other) => other !== null && !kept.has(other));
  return gone.map((other) => ({ spelling: identityOf(ruleId, other, needsReview), identity }));
}

const isHeldOpen = (state: FindingState, shown: FindingStatus): boolean =>
  state.present.size === 0 && shown !== 'resolved';

const showsSame = (known: StoredFindingState, row: FindingRow): boolean =>
  JSON.stringify([
    known.landed,
    known.keptOpen,
    known.regressionCount,
    Date.parse(known.firstSeenAt),
    known.absentAt === null,
  ]) === JSON.stringify([row.landed, row.keptOpen, row.regressionCount, +row.firstSeenAt, row.absentAt === null]);
