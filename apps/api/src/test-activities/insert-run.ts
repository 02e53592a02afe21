import type { TestActivity } from './test-activity.entity.js';

/** What is stored of a run of a scanner beside what every activity has. */
export interface RunFacts {
  track: number;
  setId: string;
  answerId: string | null;
  complete: boolean;
  alsoEnds: readonly number[] | null;
  sweep: { key: string; part: number; of: number; piece: number; pieces: number } | null;
}

/** The parameter of `insertRun`. */
export function runParameter(activity: TestActivity, { sweep, ...facts }: RunFacts): string {
  const { key: sweepKey = null, of: parts = null, ...place } = sweep ?? { part: null, piece: null, pieces: null };
  return JSON.stringify({ ...activity, ...facts, ...place, sweepKey, parts });
}

/**
 * In SQL: stores a run of a scanner.
 * @param organizationId a parameter
 * @param run a parameter, made by `runParameter`
 */
export const insertRun = (organizationId: string, run: string): string => `
  INSERT INTO test_activities (organization_id, id, product_id, number, type, title, tool, target, external_url, started_at, completed_at,
    context, idempotency_key, issue_count, finding_count, resolved_count, delta, created_by_user_id, line, line_kind, introduced, fixes,
    track, set_id, answer_id, complete, also_ends, sweep_key, part, parts, piece, pieces, created_at)
  SELECT ${organizationId}::uuid, id, "productId", number, type, title, tool, target, "externalUrl", "startedAt", "completedAt",
    context, "idempotencyKey", "issueCount", "findingCount", "resolvedCount", delta, "createdByUserId", line, "lineKind", introduced, fixes,
    track, "setId", "answerId", complete, "alsoEnds", "sweepKey", part, parts, piece, pieces, "createdAt"
  FROM json_to_record(${run}::json) AS a(id uuid, "productId" uuid, number int, type activity_type, title text, tool text, target text,
    "externalUrl" text, "startedAt" timestamptz, "completedAt" timestamptz, context jsonb, "idempotencyKey" text, "issueCount" int,
    "findingCount" int, "resolvedCount" int, delta jsonb, "createdByUserId" uuid, line int, "lineKind" line_kind, introduced jsonb,
    fixes int, track int, "setId" uuid, "answerId" uuid, complete boolean, "alsoEnds" int[], "sweepKey" text, part int, parts int, piece int, pieces int,
    "createdAt" timestamptz)`;
