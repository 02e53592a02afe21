import { newId } from '#libs/ids';
import { currentRequest } from '#libs/request';
import type { FieldChange } from '#libs/rows';
import type { EntityManager } from 'typeorm';
import type { EventType } from './event-types.js';
import { Event } from './event.entity.js';

/** What happened, to what. `changes` never holds a secret. */
export interface EventDraft {
  /** Null for what concerns a person beyond any organization. */
  organizationId: string | null;
  productId?: string | null;
  /** `<subject>.<what happened>`, such as `issue.updated`; the part before the dot is the subject's kind. */
  type: EventType;
  subject: { id?: string | null; number?: number | null; title?: string | null };
  changes?: FieldChange[];
}

/** Writes one event in the transaction of the change it tells of, signed by whoever calls. */
export async function record(tx: EntityManager, draft: EventDraft): Promise<void> {
  const { id: requestId, actor } = currentRequest();
  await tx.insert(Event, {
    id: newId(),
    at: new Date(),
    organizationId: draft.organizationId,
    productId: draft.productId ?? null,
    actorKind: actor.kind,
    actorId: actor.id,
    actorName: actor.name,
    type: draft.type,
    subjectKind: draft.type.split('.')[0]!,
    subjectId: draft.subject.id ?? null,
    subjectNumber: draft.subject.number ?? null,
    subjectTitle: draft.subject.title ?? null,
    changes: (draft.changes ?? []) as object[],
    requestId,
  });
}
