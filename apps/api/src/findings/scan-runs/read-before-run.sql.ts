import { sql, type Uuid, variants } from '#libs/database';
import {
  type AlikeFindings,
  alikeFindings,
  STORED_COLUMNS,
  type StoredFinding,
  MAX_STREAKS,
  milliseconds,
  type RunStreak,
  streakJson,
} from '../triage/stored-findings.js';
import { hasStatus } from '../triage/status.js';
import type { LineKind } from '../../records/test-activities/test-activity.entity.js';
import type { Layer, Seen } from './line-content.js';
import { UNNAMED } from './line-of-run.js';
import type { StoredSet } from './reported-set.js';
import type { SweepReport } from './sweep-parts.js';

/** A line as a run finds it. */
interface KnownLine {
  id: string;
  number: number;
  lastNumber: number | null;
  layers: Layer[];
  rest: Seen[];
}

/**
 * A finding that a run reports and that is not simply known to its line as it is worded; `known` is null where it is
 * new.
 */
export interface Reported {
  position: number;
  /** The digest of its line's last wording of it. */
  lineWordingDigest: string | null;
  known: StoredFinding | null;
  /**
   * Its selector before a run of a main line that spells it otherwise, and those before; null where it is spelled as it
   * is known.
   */
  formerSelectors: (string | null)[] | null;
}

/** Which finding last had a selector: in main lines, whose number is 0 here, or in a proposal. */
export interface Spelling {
  line: number;
  spelling: string;
  identity: string;
}

/** What there is when a run arrives. */
export interface BeforeRun extends Absentees {
  /** By the clock of the database, with the lock of the product's runs: runs arrive in the order of their numbers. */
  arrivedAt: string;
  /** How many findings the product has, those that need review too. */
  findingTotal: number;
  line: KnownLine | null;
  nextLine: number;
  nextStreak: number;
  /** Main lines that a complete run of this one ends presence in too. */
  alsoEnds: number[];
  /** The streak that may go on: that of an equal set, else the line's last one. */
  streak: RunStreak | null;
  /** The set that the run is compared with, and those it is based on. */
  baseId: string | null;
  sets: StoredSet[];
  /** Lists of `Reported` in JSON: parsed all at once, they would take many times the room. */
  reported: string[];
  /** The indexes of those that are new. */
  unknown: number[];
  /** Of what it reports, where that is not told by the identity. */
  spellings: Spelling[];
  /** Findings of the tool have other spellings. */
  hasSpellings: boolean;
  /** Pages of the reported findings that somebody has answered; none for runs of main lines. */
  answers: { identity: string; page: string }[];
  /** The reports of sweeps of its key in its line, in their order. */
  sweepReports: SweepReport[];
}

/** What a complete run, or a finished sweep, changes of findings that it does not report. */
export interface Absentees {
  absentees: AlikeFindings[];
  streaks: RunStreak[];
  /**
   * The findings that main lines have, that are not dismissed, and that none of them has seen since; none for runs of
   * main lines.
   */
  fixed: string[];
}

/**
 * A part of a `BeforeRun`, JSON in one of the columns: all but its lists, a set, some of what is reported, some that
 * are absent, some that are fixed.
 */
export interface PartOfBefore extends PartOfAbsentees {
  sets: string | null;
  reported: string | null;
}

/** The same of `Absentees`. */
export interface PartOfAbsentees {
  whole: string | null;
  absentees: string | null;
  fixed: string | null;
}

const ISSUE_STATE = `(SELECT i.state FROM issues i WHERE i.organization_id = $1 AND i.id = f.issue_id) AS "issueState"`;

// The wording of its last run in this line, where lines word it in different ways.
const LINE_WORDING = `CASE WHEN f.varied THEN (
    SELECT w.digest FROM finding_words w, own
    WHERE w.organization_id = $1 AND w.finding_id = f.id AND w.line IN (own.number, 0)
    ORDER BY w.line = own.number DESC, w.from_number DESC LIMIT 1)
  ELSE f.words END`;

const spellingOf = (named: string): string => `coalesce(${named}.spelling, ${named}.identity)`;

// A finding that the run reports as its line did before, and which stays as it is.
const QUIET = `(f.words = r.words AND ($4 = 'proposal' OR ${spellingOf('f')} = ${spellingOf('r')}) AND NOT f.varied
  AND f.landed AND cardinality(f.tracks) < ${MAX_STREAKS} AND (
    ($4 = 'main' AND f.present && (SELECT array_agg(own.number) FROM own)
      AND f.tracks && (SELECT array_agg(track.number) FROM track)
      AND f.first_seen_at <= $7)
    OR ($4 = 'proposal' AND f.absent_at IS NULL AND NOT f.held))
  AND (f.status = 'pending' OR (f.status = 'confirmed' AND ($4 = 'proposal' OR EXISTS (
    SELECT FROM issues i WHERE i.organization_id = $1 AND i.id = f.issue_id AND i.state = 'open')))))`;

const OWN = `
  own AS MATERIALIZED (
    SELECT id, number, last_number, last_track, layers, rest FROM lines
    WHERE organization_id = $1 AND product_id = $2 AND tool = $3 AND kind = $4::line_kind AND key = $5
      AND ended_at IS NULL
  ), also_ended AS MATERIALIZED (
    SELECT number FROM lines
    WHERE organization_id = $1 AND product_id = $2 AND tool = $3 AND kind = 'main' AND ended_at IS NULL AND $4 = 'main'
      AND (key = '${UNNAMED}') <> ($5 = '${UNNAMED}') AND coalesce(arrived_at <= now() - interval '35 days', true)
  )`;

// Of what `reported` does not name: what the run may end, in its line and in those that it ends too, and what people
// hold open.
const ABSENT = `
  absent AS MATERIALIZED (${alikeFindings(`
      f.organization_id = $1 AND f.product_id = $2 AND f.tool = $3
      AND (f.status <> 'resolved' OR f.held) AND (f.landed OR $4 = 'proposal' OR f.held) AND NOT (f.landed AND $4 = 'proposal')
      AND (f.held OR f.present && (SELECT array_agg(number) FROM (SELECT number FROM own UNION ALL SELECT number FROM also_ended) ending))
      AND f.identity NOT IN (SELECT identity FROM reported)`)}
  )`;

const streaksOf = (findings: string): string => `
    'streaks', (SELECT coalesce(json_agg(${streakJson('t')}), '[]')
      FROM (SELECT DISTINCT unnest(streaks) AS number FROM (${findings}) known) named
      JOIN finding_tracks t ON t.organization_id = $1 AND t.product_id = $2 AND t.number = named.number)`;

// Read as one JSON, tens of thousands of findings would hold the event loop.
const ROWS_TOGETHER = 1000;
const RECORDS_TOGETHER = 100;

// Findings that main lines have, and that a complete run of a proposal does not report.
const FIXED = `SELECT json_agg(identity)::text
    FROM (SELECT f.identity, row_number() OVER () / ${ROWS_TOGETHER} AS part FROM findings f
      WHERE $4 = 'proposal' AND f.organization_id = $1 AND f.product_id = $2 AND f.tool = $3 AND f.landed
        AND NOT f.needs_review AND f.present <> '{}'
        AND (${hasStatus('f', 'pending')} OR ${hasStatus('f', 'confirmed')})
        AND f.identity NOT IN (SELECT identity FROM reported)
        AND NOT EXISTS (SELECT FROM finding_tracks t JOIN lines l
            ON l.organization_id = t.organization_id AND l.product_id = t.product_id AND l.number = t.line
          WHERE t.organization_id = $1 AND t.product_id = $2 AND t.number = ANY (f.tracks) AND t.moment > $7
            AND l.ended_at IS NULL)
        AND NOT EXISTS (SELECT FROM unnest(f.seen_in, f.seen_at) AS s(line, at) JOIN lines l ON l.number = s.line
          WHERE l.organization_id = $1 AND l.product_id = $2 AND s.at > $7 AND l.ended_at IS NULL)) parts
    GROUP BY part`;

const ANSWERS = `(SELECT coalesce(json_agg(json_build_object('identity', named.identity, 'page', a.page)), '[]')
      FROM reported, LATERAL (
        SELECT id, identity FROM findings f WHERE f.organization_id = $1 AND f.product_id = $2 AND f.tool = $3
          AND f.identity = reported.identity LIMIT 1) named
      JOIN finding_page_answers a ON a.organization_id = $1 AND a.finding_id = named.id WHERE a.until IS NULL
        OR a.until > now())`;

const ABSENTEES = `SELECT json_agg(json_build_object('ids', ids, 'identities', identities, 'state', state))::text
    FROM (SELECT ids[i:i + ${ROWS_TOGETHER - 1}] AS ids, identities[i:i + ${ROWS_TOGETHER - 1}] AS identities, state,
        sum(least(cardinality(ids) - i + 1, ${ROWS_TOGETHER})) OVER (ROWS UNBOUNDED PRECEDING) /
          ${ROWS_TOGETHER} AS part
      FROM absent, generate_series(1, cardinality(ids), ${ROWS_TOGETHER}) i) parts
    GROUP BY part`;

const SWEEP_REPORTS = `(
      SELECT coalesce(json_agg(json_build_object('key', a.sweep_key, 'part', a.part, 'of', a.parts, 'piece', a.piece,
        'pieces', a.pieces, 'setId', a.set_id,
        'completedAt', ${milliseconds('a.completed_at')}, 'arrivedAt', ${milliseconds('a.created_at')})
          ORDER BY a.number), '[]')
      FROM own JOIN test_activities a ON a.organization_id = $1 AND a.product_id = $2 AND a.line = own.number
        AND a.sweep_key = $10)`;

// It names $10 because all variants have the same parameters.
const NO_SWEEP = `CASE WHEN $10::text IS NULL THEN '[]'::json END`;

/**
 * What a report leaves to read, `ofPages` where it is complete for some: a statement that has no more parts than it
 * needs is planned sooner, by each machine that plans it.
 */
type Extent = 'partial' | 'ofSweep' | 'ofPages' | 'complete';

/**
 * What a report may change. A full join is hashed: where statistics do not know the organization yet, all indexes of
 * findings look alike, and a planner that may look up each finding by itself reads all of the product for each; every
 * finding is one of those reported, so it adds no rows.
 */
export const READ_BEFORE_RUN = variants<
  [
    organizationId: Uuid,
    productId: Uuid,
    tool: string,
    lineKind: LineKind,
    lineKey: string,
    setId: Uuid,
    completedAt: Date,
    identities: string,
    wordingDigests: string,
    sweepKey: string | null,
    spellings: string | null,
  ],
  PartOfBefore,
  { kind: LineKind; extent: Extent }
>(
  { kind: ['main', 'proposal'], extent: ['partial', 'ofSweep', 'ofPages', 'complete'] },
  ({ kind, extent }) => `
  WITH RECURSIVE ${OWN}, track AS MATERIALIZED (
    SELECT t.* FROM own JOIN finding_tracks t
      ON t.organization_id = $1 AND t.product_id = $2 AND t.line = own.number
        AND (t.set_id = $6::uuid OR t.number = own.last_track)
    ORDER BY t.set_id = $6::uuid DESC, t.number = own.last_track DESC LIMIT 1
  ), base AS MATERIALIZED (
    SELECT coalesce((SELECT set_id FROM track), (
      SELECT t.set_id FROM lines l JOIN finding_tracks t ON t.organization_id = l.organization_id
        AND t.product_id = l.product_id AND t.number = l.last_track
      WHERE l.organization_id = $1 AND l.product_id = $2 AND l.tool = $3 AND l.kind = 'main'
      ORDER BY l.ended_at IS NULL DESC, l.last_number DESC LIMIT 1)) AS id
  ), chain AS (
    SELECT s.id, s.base_id, s.depth, s.added, s.removed, s.pages, s.marks FROM base JOIN finding_sets s
      ON s.organization_id = $1 AND s.product_id = $2 AND s.id = base.id WHERE base.id <> $6::uuid
    UNION ALL
    SELECT s.id, s.base_id, s.depth, s.added, s.removed, s.pages, s.marks FROM chain JOIN finding_sets s
      ON s.organization_id = $1 AND s.product_id = $2 AND s.id = chain.base_id
  ), reported AS MATERIALIZED (
    SELECT * FROM unnest($8::uuid[], $9::uuid[], $11::uuid[]) WITH ORDINALITY AS r(identity, words, spelling, position)
  ), met AS MATERIALIZED (
    SELECT r.position::int - 1 AS position, f.id IS NOT NULL AS is_known, ${LINE_WORDING} AS line_wording,
      ${STORED_COLUMNS}, ${ISSUE_STATE},
      CASE WHEN $4 = 'main' AND ${spellingOf('f')} <> ${spellingOf('r')} THEN f.selector ||
        f.aliases END AS former_selectors
    FROM reported r FULL JOIN (
      SELECT * FROM findings f WHERE f.organization_id = $1 AND f.product_id = $2 AND f.tool = $3
        AND f.identity = ANY ($8::uuid[])) f
      ON f.identity = r.identity
    WHERE f.id IS NULL OR NOT coalesce(${QUIET}, false)
  )${extent === 'complete' ? `, ${ABSENT}` : ''}
  SELECT json_build_object(
    'arrivedAt', clock_timestamp()::timestamptz(3),
    'findingTotal', (SELECT coalesce(sum(value), 0) FROM record_totals WHERE organization_id = $1 AND product_id = $2
      AND kind IN ('findings', 'findingsToReview')),
    'line', (SELECT json_build_object('id', id, 'number', number, 'lastNumber', last_number, 'layers', layers, 'rest',
      rest::json) FROM own),
    'nextLine', (SELECT coalesce(max(number), 0) + 1 FROM lines WHERE organization_id = $1 AND product_id = $2),
    'nextStreak', (SELECT coalesce(max(number), 0) + 1 FROM finding_tracks WHERE organization_id = $1
      AND product_id = $2),
    'alsoEnds', (SELECT coalesce(json_agg(number ORDER BY number), '[]') FROM also_ended),
    'streak', (SELECT ${streakJson('track')} FROM track),
    'baseId', (SELECT id FROM base),
    'unknown', (SELECT coalesce(json_agg(position), '[]') FROM met WHERE NOT is_known),
    'spellings', (SELECT coalesce(json_agg(json_build_object('line', s.line, 'spelling', s.spelling, 'identity',
      s.identity)), '[]') FROM finding_spellings s
      WHERE s.organization_id = $1 AND s.product_id = $2 AND s.tool = $3 AND s.line IN (0, (SELECT number FROM own))
        AND s.spelling = ANY ($8::uuid[])),
    'hasSpellings', EXISTS (SELECT FROM finding_spellings WHERE organization_id = $1 AND product_id = $2 AND tool = $3),
    'answers', ${kind === 'proposal' ? ANSWERS : `'[]'::json`},
    'sweepReports', ${extent === 'ofSweep' ? SWEEP_REPORTS : NO_SWEEP},${streaksOf(`SELECT streaks FROM met WHERE is_known${extent === 'complete' ? ' UNION ALL SELECT streaks FROM absent' : ''}`)}
  )::text AS whole, NULL AS sets, NULL AS reported, NULL AS absentees, NULL AS fixed
  UNION ALL SELECT NULL, json_build_object('id', id, 'baseId', base_id, 'depth', depth, 'added', added, 'removed',
    removed, 'pages', pages, 'marks', marks)::text, NULL, NULL, NULL FROM chain
  UNION ALL SELECT NULL, NULL,
    json_agg(json_build_object('position', position, 'lineWordingDigest', line_wording, 'formerSelectors',
      former_selectors, 'known', CASE WHEN is_known THEN to_json(met) END))::text, NULL, NULL
  FROM met GROUP BY position / ${RECORDS_TOGETHER}${
    extent === 'complete' ? `\n  UNION ALL SELECT NULL, NULL, NULL, part, NULL FROM (${ABSENTEES}) absentees(part)` : ''
  }${
    (extent === 'complete' || extent === 'ofPages') && kind === 'proposal'
      ? `\n  UNION ALL SELECT NULL, NULL, NULL, NULL, part FROM (${FIXED}) fixed(part)`
      : ''
  }`,
);

/** What ends when several reports are one: the findings that neither these sets nor these identities name. */
export const READ_ABSENTEES = sql<
  [
    organizationId: Uuid,
    productId: Uuid,
    tool: string,
    lineKind: LineKind,
    lineKey: string,
    setIds: readonly Uuid[],
    completedAt: Date,
    identities: string,
  ],
  PartOfAbsentees
>(`
  WITH RECURSIVE ${OWN}, chain AS (
    SELECT s.id AS head, s.base_id, s.depth, s.added, s.removed FROM finding_sets s
    WHERE s.organization_id = $1 AND s.product_id = $2 AND s.id = ANY ($6::uuid[])
    UNION ALL
    SELECT chain.head, s.base_id, s.depth, s.added, s.removed FROM chain JOIN finding_sets s
      ON s.organization_id = $1 AND s.product_id = $2 AND s.id = chain.base_id
  ), mentions AS (
    SELECT head, unnest(added) AS identity, depth, true AS is_member FROM chain
    UNION ALL SELECT head, unnest(removed), depth, false FROM chain
  ), reported AS MATERIALIZED (
    SELECT identity FROM (SELECT DISTINCT ON (head, identity) identity, is_member FROM mentions ORDER BY head, identity,
      depth DESC) latest
    WHERE is_member
    UNION SELECT unnest($8::uuid[])
  ), ${ABSENT}
  SELECT json_build_object(${streaksOf('SELECT streaks FROM absent')})::text AS whole, NULL AS absentees, NULL AS fixed
  UNION ALL SELECT NULL, part, NULL FROM (${ABSENTEES}) absentees(part)
  UNION ALL SELECT NULL, NULL, part FROM (${FIXED}) fixed(part)`);

/** The findings that a run for some pages leaves on no page of its line. */
export const READ_LOST = sql<
  [organizationId: Uuid, productId: Uuid, tool: string, line: number, identities: string],
  Pick<PartOfAbsentees, 'whole' | 'absentees'>
>(`
  WITH absent AS MATERIALIZED (${alikeFindings(`
      f.organization_id = $1 AND f.product_id = $2 AND f.tool = $3 AND f.present @> ARRAY[$4::int] AND f.identity = ANY ($5::uuid[])`)}
  )
  SELECT json_build_object(${streaksOf('SELECT streaks FROM absent')})::text AS whole, NULL AS absentees
  UNION ALL SELECT NULL, part FROM (${ABSENTEES}) absentees(part)`);
