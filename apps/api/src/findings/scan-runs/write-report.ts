import { arrayOf, bound, renumbered, sql, type Statement, statementParts, type Uuid, withParts } from '#libs/database';
import { newId } from '#libs/ids';
import { mapInSlices, pauseBefore } from '#libs/queues';
import type { DistinctFinding } from '../triage/distinct-finding.js';
import type { RunStreak } from '../triage/stored-findings.js';
import { PENDING, pendingOfNew, runCounted } from '../triage/pending-counts.js';
import type { CountedRow } from '../triage/pending-counts.sql.js';
import { insertRun } from '../../records/test-activities/insert-run.js';
import type { TestActivity } from '../../records/test-activities/test-activity.entity.js';
import type { ChangeContext } from '../../platform/work/change-context.js';
import type { RunChanges, ChangedRow, WordingRow } from './apply-run.js';
import { contentsJson, type KeptContent, type Layer, type LineContent, type Seen } from './line-content.js';
import type { LineName } from './line-of-run.js';
import { digestOf, type StoredSet } from './reported-set.js';
import type { SweepPlace } from './sweep-parts.js';
import {
  ADD_WORDING,
  CHANGE,
  CREATE,
  CHANGE_OTHERS,
  FORGET_SPELLINGS,
  HOLD_SPELLINGS,
  JOIN,
  KEEP_ANSWER,
  KEEP_CONTENT,
  KEEP_PAGES,
  KEEP_SET,
  KEEP_WORDING,
  LEAVE,
  OPEN_LINE,
  STORE_STREAK,
  UPDATE_LINE,
} from './write-report.sql.js';

/** A run, and everything that it changes. */
export interface Writing {
  activity: TestActivity;
  tool: string;
  /** As it is after the run. */
  streak: RunStreak;
  isNewStreak: boolean;
  /** Null: it is there. */
  line: LineName | null;
  isComplete: boolean;
  alsoEnds: readonly number[] | null;
  /** Null: the streak has it. */
  set: Omit<StoredSet, 'id'> | null;
  answer: RunChanges;
  created: readonly DistinctFinding[];
  changed: readonly ChangedRow[];
  varied: readonly string[];
  wordings: readonly WordingRow[];
  /** Selectors that findings had before so many others that they are no longer known by them. */
  forgotten: readonly { spelling: string; identity: string }[];
  /** Identities of further findings that the streak is the first to have, or no longer has. */
  joined: readonly string[];
  left: readonly string[];
  /** The streak before the run. */
  before: RunStreak | null;
  sweep: SweepPlace | null;
  content: WrittenContent;
  /** Findings that now have a selector which another one had. */
  holders: readonly { spelling: string; identity: string }[];
}

/** What lines have after a run. */
export interface WrittenContent {
  layers: readonly Layer[];
  /** Null: it stays. */
  rest: readonly Seen[] | null;
  kept: KeptContent | null;
  /** Other lines whose content the run changes. */
  others: readonly ({ number: number } & LineContent)[];
  /** The addresses that it was complete for, with their digest. */
  pages: { id: string; addresses: string } | null;
}

/**
 * Writes a run in one statement, which has a part for each table that the run changes, and none for what it leaves. The
 * parts are joined here, because each that has nothing to do would cost a round of planning on every machine of Citus.
 */
export async function writeReport(change: ChangeContext, writing: Writing): Promise<void> {
  const { activity, created, changed } = writing;
  const { organizationId } = activity;
  change.count(PENDING, organizationId, await pendingOfNew(activity, created));
  const { parts, values } = statementParts([...runOf(writing), ...(await findingsOf(writing))], 1);
  if (changed.length === 0) {
    await pauseBefore(created);
    await change.tx.query(`WITH ${parts.join(', ')} SELECT 1`, [organizationId, ...values]);
    return;
  }
  // Over machines, parts run one after the other: the wording is kept before it changes.
  const { text, values: rows } = renumbered(await changing(activity, changed), 1 + values.length);
  await pauseBefore(changed);
  const whole = sql<[organizationId: Uuid, ...unknown[]], CountedRow>(withParts(parts, text));
  await runCounted(change, whole, [organizationId, ...values, ...rows]);
}

/** The run, its line, its streak, and what it reported and answered. */
function runOf(writing: Writing): Statement[] {
  const { activity, tool, streak, line, set, answer, isComplete, alsoEnds, sweep, content } = writing;
  const { organizationId, productId } = activity;
  const { setId, number, completedAt } = streak;
  const answerId = Object.values(answer).every(({ length }) => length === 0) ? null : digestOf(JSON.stringify(answer));
  const ofProduct = [organizationId, productId] as const;
  const arrivedAt = new Date(streak.arrivedAt);
  const layers = JSON.stringify(content.layers);
  const rest = content.rest && JSON.stringify(content.rest);
  const ofLine = [
    ...ofProduct,
    streak.line,
    activity.number,
    activity.completedAt,
    number,
    arrivedAt,
    layers,
    rest,
  ] as const;
  const { raised, regressed, spread, dismissed, resolved } = answer;
  const { kept, pages, others } = content;
  const parts = [
    insertRun(activity, {
      track: number,
      setId,
      answerId,
      complete: isComplete,
      alsoEnds,
      sweep,
      contentId: kept?.id ?? null,
      pagesId: pages?.id ?? null,
    }),
    line
      ? bound(OPEN_LINE, [...ofLine, newId(), tool, line.kind, line.key, line.name, line.repository, line.prNumber])
      : bound(UPDATE_LINE, [...ofLine]),
    bound(STORE_STREAK, [...ofProduct, streak.line, number, setId, new Date(completedAt), arrivedAt]),
    set !== null &&
      bound(KEEP_SET, [
        ...ofProduct,
        setId,
        set.baseId,
        set.depth,
        arrayOf(set.added),
        arrayOf(set.removed),
        set.pages,
        set.marks,
      ]),
    answerId !== null &&
      bound(KEEP_ANSWER, [
        ...ofProduct,
        answerId,
        arrayOf(raised),
        arrayOf(regressed),
        arrayOf(dismissed),
        arrayOf(resolved),
        arrayOf(spread),
      ]),
    kept !== null && bound(KEEP_CONTENT, [...ofProduct, kept.id, arrayOf(kept.sets), kept.rest]),
    pages !== null && bound(KEEP_PAGES, [...ofProduct, pages.id, pages.addresses]),
    others.length > 0 && bound(CHANGE_OTHERS, [...ofProduct, contentsJson(others)]),
  ];
  return parts.filter((part) => part !== false);
}

/** New findings, those that change nothing but their streak, and wordings. */
async function findingsOf(writing: Writing): Promise<Statement[]> {
  const { activity, tool, streak, before, created, varied, wordings, joined, left, holders, forgotten } = writing;
  const { organizationId, productId } = activity;
  const isMain = activity.lineKind === 'main';
  const ofStreak = [organizationId, productId, tool, streak.number] as const;
  const findings = await jsonOf(created, (finding) => ({
    ...finding,
    position: undefined,
    pages: undefined,
    marks: undefined,
    aliases: undefined,
    spelling: finding.spelling === finding.identity ? null : finding.spelling,
  }));
  const rewordings = await jsonOf(wordings, ({ findingId, wording }) => ({ findingId, ...textsOf(wording) }));
  const parts = [
    varied.length > 0 && bound(KEEP_WORDING, [organizationId, varied]),
    created.length > 0 &&
      bound(CREATE, [
        ...ofStreak,
        activity.number,
        activity.completedAt,
        activity.id,
        isMain,
        streak.line,
        findings,
        new Date(streak.arrivedAt),
      ]),
    wordings.length > 0 && bound(ADD_WORDING, [organizationId, productId, streak.line, activity.number, rewordings]),
    joined.length > 0 && bound(JOIN, [...ofStreak, joined]),
    left.length > 0 &&
      bound(LEAVE, [
        ...ofStreak,
        left,
        streak.line,
        new Date(before!.completedAt),
        new Date(before!.arrivedAt),
        before!.number,
      ]),
    holders.length > 0 &&
      bound(HOLD_SPELLINGS, [
        organizationId,
        productId,
        tool,
        isMain ? 0 : streak.line,
        arrayOf(holders.map(({ spelling }) => spelling)),
        arrayOf(holders.map(({ identity }) => identity)),
      ]),
    forgotten.length > 0 &&
      bound(FORGET_SPELLINGS, [
        organizationId,
        productId,
        tool,
        arrayOf(forgotten.map(({ spelling }) => spelling)),
        arrayOf(forgotten.map(({ identity }) => identity)),
      ]),
  ];
  return parts.filter((part) => part !== false);
}

async function changing(activity: TestActivity, changed: readonly ChangedRow[]): Promise<Statement> {
  const rows = await jsonOf(changed, ({ ids, wording, spelled, ...row }, place) => ({
    ...row,
    place,
    ids: arrayOf(ids),
    ...spelled,
    ...(wording && textsOf(wording)),
  }));
  return bound(CHANGE, [activity.organizationId, rows, activity.id]);
}

/** Records as a list of JSON. */
const jsonOf = async <T>(records: readonly T[], shown: (record: T, place: number) => object): Promise<string> =>
  `[${(await mapInSlices(records, (record, place) => JSON.stringify(shown(record, place)))).join(',')}]`;

const textsOf = (finding: DistinctFinding) => {
  const { wordingDigest, title, description, severity, impact, wcag, criteria, snippet, helpUrl, groupKey } = finding;
  return { wordingDigest, title, description, severity, impact, wcag, criteria, snippet, helpUrl, groupKey };
};
