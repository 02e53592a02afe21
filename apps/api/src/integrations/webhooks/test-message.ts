import { query } from '#libs/database';
import { newId } from '#libs/ids';
import { currentRequest } from '#libs/logging';
import type { EntityManager } from 'typeorm';
import { SNAPSHOT_KINDS, type SnapshotKind, TEST } from './message-types.js';
import type { Subject } from './messages.js';
import type { Snapshots } from './snapshots.service.js';
import { NEWEST } from './webhooks.sql.js';

/**
 * The data of a message of this type that somebody asked for: as of a real one, with the newest record of its kind, and
 * `test`.
 */
export async function testData(
  tx: EntityManager,
  snapshots: Snapshots,
  { organizationId, webhookId }: { organizationId: string; webhookId: string },
  type: string,
): Promise<object> {
  if (type === TEST) return { organizationId, webhookId };
  const kind = type.split('.')[0]!;
  const isOfFindings = kind === 'findings';
  const subject = await newest(tx, organizationId, isOfFindings ? 'test_activity' : kind);
  const surroundingsOf = await snapshots.surroundingsOf(tx, organizationId, [subject]);
  const { productId, productSlug, record, url, consoleUrl } = surroundingsOf(subject);
  const common = { test: true, organizationId, productId, productSlug };
  const number = record?.number ?? null;
  if (isOfFindings) {
    const { id } = await newest(tx, organizationId, 'finding');
    const testActivity = { id: subject.id ?? newId(), number: number ?? 1 };
    return {
      ...common,
      productId: productId ?? newId(),
      testActivity,
      count: 1,
      findingIds: [id ?? newId()],
      url,
      consoleUrl,
    };
  }
  const { actor } = currentRequest();
  return {
    ...{ ...common, id: newId(), actor: { kind: actor.kind, id: actor.id, name: actor.name } },
    ...{ subject: { kind, id: subject.id, number, title: record?.title ?? null }, changes: [] },
    ...{ record, url, consoleUrl },
  };
}

async function newest(tx: EntityManager, organizationId: string, kind: string): Promise<Subject> {
  const isShown = (SNAPSHOT_KINDS as readonly string[]).includes(kind);
  const [row] = isShown ? await query(tx, NEWEST({ kind: kind as SnapshotKind }), [organizationId]) : [];
  return { kind, id: row?.id ?? null, productId: kind === 'product' ? (row?.id ?? null) : null };
}
