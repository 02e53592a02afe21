import { insertOf, type Statement } from '#libs/database';
import type { TestActivity } from './test-activity.entity.js';

/** What is stored of a run of a scanner beside what every activity has. */
export interface RunFacts {
  track: number;
  setId: string;
  answerId: string | null;
  complete: boolean;
  alsoEnds: readonly number[] | null;
  contentId: string | null;
  pagesId: string | null;
  sweep: { key: string; part: number; of: number; piece: number; pieces: number } | null;
}

/** What stores a run of a scanner. */
export function insertRun(activity: TestActivity, { sweep, ...facts }: RunFacts): Statement {
  const { key: sweepKey = null, of: parts = null, ...place } = sweep ?? { part: null, piece: null, pieces: null };
  return insertOf(INTO, TYPES, activity.organizationId, [{ ...activity, ...facts, ...place, sweepKey, parts }]);
}

const INTO = `
  INSERT INTO test_activities (organization_id, id, product_id, number, type, title, tool, target, external_url, started_at, completed_at,
    context, idempotency_key, issue_count, finding_count, resolved_count, delta, created_by_user_id, line, line_kind, introduced, fixes,
    track, set_id, answer_id, complete, also_ends, sweep_key, part, parts, piece, pieces, compared, content_id, pages_id, created_at, omissions, failed)`;

const TYPES = {
  id: 'uuid',
  productId: 'uuid',
  number: 'int',
  type: 'activity_type',
  title: 'text',
  tool: 'text',
  target: 'text',
  externalUrl: 'text',
  startedAt: 'timestamptz',
  completedAt: 'timestamptz',
  context: 'jsonb',
  idempotencyKey: 'text',
  issueCount: 'int',
  findingCount: 'int',
  resolvedCount: 'int',
  delta: 'jsonb',
  createdByUserId: 'uuid',
  line: 'int',
  lineKind: 'line_kind',
  introduced: 'jsonb',
  fixes: 'int',
  track: 'int',
  setId: 'uuid',
  answerId: 'uuid',
  complete: 'boolean',
  alsoEnds: 'int[]',
  sweepKey: 'text',
  part: 'int',
  parts: 'int',
  piece: 'int',
  pieces: 'int',
  compared: 'json',
  contentId: 'uuid',
  pagesId: 'uuid',
  createdAt: 'timestamptz',
  omissions: 'text[]',
  failed: 'boolean',
};
