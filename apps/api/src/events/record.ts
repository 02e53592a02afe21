import { newId } from '#libs/ids';
import { SECURITY_LOG } from '#libs/logging';
import { type Actor, currentRequest } from '#libs/request';
import type { FieldChange } from '#libs/rows';
import { Logger } from '@nestjs/common';
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
  /** The person whose account it concerns; of what happens to a key: its owner. Absent: nobody's, or of a key the caller's. */
  accountId?: string | null;
  /** Who did it; whoever calls unless told. */
  actor?: Pick<Actor, 'kind' | 'id' | 'name'>;
}

/** What tells who got in, and who let them: kept with where it came from, and after its organization is gone. */
export const SECURITY_KINDS = ['api_key', 'invitation', 'member', 'organization', 'session', 'user', 'webhook'];

// Named so that the log shows these lines at its usual level.
const log = new Logger(SECURITY_LOG);

// A statement takes 65,535 values.
const MAX_ROWS = 3500;

type NewEvent = Omit<Event, 'keptUntil'>;

/** Writes the events of one change, signed by whoever calls, in as few statements as can be; answers what was written. */
export async function recordEach(tx: EntityManager, drafts: readonly EventDraft[]): Promise<NewEvent[]> {
  const at = new Date();
  const events = drafts.map((draft) => eventOf(draft, at));
  for (let from = 0; from < events.length; from += MAX_ROWS) {
    await tx.insert(Event, events.slice(from, from + MAX_ROWS) as object[]);
  }
  return events;
}

/** Tells the log what concerns somebody's account, once it has happened. */
export function logEvents(events: readonly NewEvent[]): void {
  for (const { type, accountId, address } of events) {
    if (accountId !== null) log.log({ event: type, account: accountId, address });
  }
}

function eventOf(draft: EventDraft, at: Date): NewEvent {
  const { id: requestId, actor: caller, origin } = currentRequest();
  const actor = draft.actor ?? caller;
  const subjectKind = draft.type.split('.')[0]!;
  const isSecurity = SECURITY_KINDS.includes(subjectKind);
  return {
    id: newId(),
    at,
    organizationId: draft.organizationId,
    productId: draft.productId ?? null,
    actorKind: actor.kind,
    actorId: actor.id,
    actorName: actor.name,
    type: draft.type,
    subjectKind,
    subjectId: draft.subject.id ?? null,
    subjectNumber: draft.subject.number ?? null,
    subjectTitle: draft.subject.title ?? null,
    changes: draft.changes ?? [],
    requestId,
    accountId: draft.accountId ?? (subjectKind === 'api_key' && actor.kind === 'user' ? actor.id : null),
    address: isSecurity ? origin.address : null,
    userAgent: isSecurity ? origin.userAgent : null,
  };
}
