import { newId } from '#libs/ids';
import { insertRun, runParameter } from '../test-activities/insert-run.js';
import type { TestActivity } from '../test-activities/test-activity.entity.js';
import type { Unit } from '../work/unit.js';
import type { DistinctFinding } from './distinct-finding.js';
import type { Answer, ChangedRow, WordingRow } from './judge-report.js';
import type { Track } from './known-findings.js';
import type { LineName } from './line-of-run.js';
import type { SweepPlace } from './sweep-parts.js';
import { pendingChanges, pendingKind, runCounted } from './pending-counts.js';
import { isOneOf, ROW_COLUMNS, rowsBefore, SET_ROW, setTexts } from './store-findings.js';
import { digestOf, type StoredSet } from './reported-set.js';

/** A run, and everything that it changes. */
export interface Writing {
  activity: TestActivity;
  tool: string;
  /** As it is after the run. */
  track: Track;
  isNewTrack: boolean;
  /** Null: it is there. */
  line: LineName | null;
  isComplete: boolean;
  alsoEnds: readonly number[] | null;
  /** Null: the track has it. */
  set: Omit<StoredSet, 'id'> | null;
  answer: Answer;
  created: readonly DistinctFinding[];
  changed: readonly ChangedRow[];
  varied: readonly string[];
  worded: readonly WordingRow[];
  /** Identities of further findings that the track is the first to have, or no longer has. */
  joined: readonly string[];
  left: readonly string[];
  /** The track before the run. */
  before: Track | null;
  sweep: SweepPlace | null;
}

/** Writes a run in one statement. */
export async function writeReport(unit: Unit, writing: Writing): Promise<void> {
  const { activity, track, line, set, answer, before, sweep } = writing;
  const answerId = Object.values(answer).every(({ length }) => length === 0) ? null : digestOf(JSON.stringify(answer));
  const { setId, number, moment, arrivedAt } = track;
  const facts = { track: number, setId, answerId, complete: writing.isComplete, alsoEnds: writing.alsoEnds };
  const worded = writing.worded.map(({ findingId, wording }) => ({ findingId, ...textsOf(wording) }));
  const changed = writing.changed.map(({ ids, wording, ...row }, place) => ({
    ...{ ...row, place, ids: arrayOf(ids) },
    ...(wording && textsOf(wording)),
  }));
  await runCounted(
    unit,
    WRITE,
    activity.organizationId,
    activity.productId,
    writing.tool,
    activity.number,
    activity.completedAt,
    runParameter(activity, { ...facts, sweep }),
    line && JSON.stringify({ id: newId(), ...line }),
    track.line,
    number,
    setId,
    new Date(moment),
    set && JSON.stringify({ ...set, added: arrayOf(set.added), removed: arrayOf(set.removed) }),
    answerId &&
      JSON.stringify({
        id: answerId,
        ...Object.fromEntries(Object.entries(answer).map(([change, ids]) => [change, arrayOf(ids)])),
      }),
    JSON.stringify(writing.created.map(({ place: _, pages: __, ...finding }) => finding)),
    activity.lineKind === 'main',
    JSON.stringify(changed),
    writing.varied,
    JSON.stringify(worded),
    writing.joined,
    writing.left,
    before && new Date(before.moment),
    before && new Date(before.arrivedAt),
    before && before.number,
    new Date(arrivedAt),
  );
}

/** Ids as PostgreSQL reads an array, faster than one of JSON. */
const arrayOf = (ids: readonly string[]): string => `{${ids.join(',')}}`;

const textsOf = ({ words, title, description, severity, impact, wcag, criteria }: DistinctFinding) => ({
  ...{ words, title, description, severity, impact, wcag, criteria },
});

const TEXTS = `words uuid, title text, description text, severity rating, impact rating, wcag text[], criteria text[]`;

// Looks up each, where a planner without statistics would read all of the product.
const isNamedBy = (identities: string): string => `f.organization_id = $1 AND f.id = ANY (ARRAY(
      SELECT found.id FROM unnest(${identities}::uuid[]) AS named(identity), LATERAL (
        SELECT n.id FROM findings n WHERE n.organization_id = $1 AND n.product_id = $2 AND n.tool = $3 AND n.identity = named.identity LIMIT 1) found))`;

const WRITE = `
  WITH run AS (${insertRun('$1', '$6')}
  ), opened AS (
    INSERT INTO lines (organization_id, id, product_id, tool, number, kind, key, name, repository, pr_number,
      first_number, first_at, last_number, last_at, arrived_at, last_track)
    SELECT $1::uuid, id, $2, $3, $8::int, kind, key, name, repository, "prNumber", $4::int, $5::timestamptz, $4, $5, $24::timestamptz, $9::int
    FROM json_to_record($7::json) AS l(id uuid, kind line_kind, key text, name text, repository text, "prNumber" int)
    WHERE $7 IS NOT NULL
  ), spoken AS (
    UPDATE lines SET last_number = $4, last_at = $5, arrived_at = $24, last_track = $9,
      first_number = coalesce(first_number, $4), first_at = coalesce(first_at, $5)
    WHERE organization_id = $1 AND product_id = $2 AND number = $8 AND $7 IS NULL
  ), tracked AS (
    INSERT INTO finding_tracks AS t (organization_id, product_id, number, line, set_id, moment, arrived_at)
    VALUES ($1, $2, $9, $8, $10::uuid, $11::timestamptz, $24)
    ON CONFLICT (organization_id, product_id, number) DO UPDATE SET
      set_id = excluded.set_id, moment = excluded.moment, arrived_at = excluded.arrived_at
  ), kept_set AS (
    INSERT INTO finding_sets (organization_id, product_id, id, base_id, depth, added, removed, pages)
    SELECT $1::uuid, $2, $10, "baseId", depth, added, removed, pages
    FROM json_to_record($12::json) AS s("baseId" uuid, depth int, added uuid[], removed uuid[], pages text)
    WHERE $12 IS NOT NULL
    ON CONFLICT (organization_id, product_id, id) DO NOTHING
  ), kept_answer AS (
    INSERT INTO finding_answers (organization_id, product_id, id, raised, regressed, dismissed, resolved)
    SELECT $1::uuid, $2, id, raised, regressed, dismissed, resolved
    FROM json_to_record($13::json) AS a(id uuid, raised uuid[], regressed uuid[], dismissed uuid[], resolved uuid[])
    WHERE $13 IS NOT NULL
    ON CONFLICT (organization_id, product_id, id) DO NOTHING
  ), created AS (
    INSERT INTO findings (organization_id, id, product_id, tool, rule_id, selector, identity, title, description, severity, impact,
      wcag, criteria, first_activity_id, first_seen_at, last_seen_at, last_reported_at, landed, present, tracks, words, raised_number)
    SELECT $1::uuid, id, $2, $3, "ruleId", selector, identity, title, description, severity, impact,
      wcag, criteria, ($6::json ->> 'id')::uuid, $5, $5, $24, $15::boolean, ARRAY[$8], ARRAY[$9], words, $4
    FROM json_to_recordset($14::json) AS n(id uuid, identity uuid, "ruleId" text, selector text, ${TEXTS})
    RETURNING ${pendingKind('findings')}
  ), judged AS MATERIALIZED (
    SELECT c.*, now() AS written_at FROM json_to_recordset($16::json) AS c(place int, ids uuid[], ${ROW_COLUMNS}, varied boolean, reported boolean, touched boolean, ${TEXTS})
  ), given AS MATERIALIZED (
    SELECT place, id FROM judged, unnest(ids) AS id
  ), before AS MATERIALIZED (${rowsBefore('given')}
  ), words_before AS (
    -- Before they change: over machines, parts run one after the other and see what those before them wrote.
    INSERT INTO finding_words (organization_id, finding_id, line, from_number, digest, title, description, severity, impact, wcag, criteria)
    SELECT $1::uuid, f.id, 0, 0, f.words, f.title, f.description, f.severity, f.impact, f.wcag, f.criteria
    FROM findings f WHERE f.organization_id = $1 AND f.id = ANY ($17::uuid[])
  ), changed AS (
    UPDATE findings f SET ${SET_ROW}, varied = c.varied,
      first_activity_id = CASE WHEN c.reported THEN coalesce(f.first_activity_id, ($6::json ->> 'id')::uuid) ELSE f.first_activity_id END,
      updated_at = CASE WHEN c.touched THEN c.written_at ELSE f.updated_at END, words = coalesce(c.words, f.words), ${setTexts('words')}
    FROM given JOIN judged c USING (place) WHERE ${isOneOf('given')} AND f.id = given.id
    RETURNING ${pendingKind('f')}
  ), after AS (
    SELECT * FROM created UNION ALL SELECT * FROM changed
  ), words_now AS (
    INSERT INTO finding_words (organization_id, finding_id, line, from_number, digest, title, description, severity, impact, wcag, criteria)
    SELECT $1::uuid, "findingId", $8, $4, words, title, description, severity, impact, wcag, criteria
    FROM json_to_recordset($18::json) AS w("findingId" uuid, ${TEXTS})
  ), joined AS (
    UPDATE findings f SET tracks = tracks || $9 WHERE ${isNamedBy('$19')}
  ), departed AS (
    UPDATE findings f SET tracks = array_remove(tracks, $9), last_seen_at = greatest(last_seen_at, $21::timestamptz),
      last_reported_at = greatest(last_reported_at, $22::timestamptz),
      seen_in = coalesce(seen_in, '{}') || $8, seen_at = coalesce(seen_at, '{}') || $21::timestamptz
    WHERE ${isNamedBy('$20')} AND tracks @> ARRAY[$23::int]
  )
  SELECT ${pendingChanges('before', 'after')} AS changes`;
