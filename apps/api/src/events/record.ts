import { newId } from '#libs/ids';
import { SECURITY_LOG } from '#libs/logging';
import { currentRequest } from '#libs/request';
import { Logger } from '@nestjs/common';
import type { EntityManager, EntityTarget } from 'typeorm';
import { AccountEvent } from './account-event.entity.js';
import type { EventDraft } from './event-draft.js';
import { Event } from './event.entity.js';
import type { RecordedEvent } from './recorded-event.entity.js';

/** Kinds of security events: stored with the IP address, and kept after their organization is deleted. */
export const SECURITY_KINDS = ['api_key', 'invitation', 'member', 'organization', 'session', 'user', 'webhook'];

// The logger's context makes the log show these lines at its default level.
const log = new Logger(SECURITY_LOG);

// A statement takes 65,535 values.
const MAX_ROWS = 3500;

interface NewEvent extends Omit<RecordedEvent, 'keptUntil'> {
  id: string;
  organizationId: string | null;
  productId: string | null;
}

/**
 * Writes the events of one change, with the caller as actor, in as few statements as possible: one for each
 * organization, and one for what concerns accounts. Returns the events.
 */
export async function recordEach(tx: EntityManager, drafts: readonly EventDraft[]): Promise<NewEvent[]> {
  const at = new Date();
  const events = drafts.map((draft) => eventOf(draft, at));
  for (const id of new Set(events.map(({ organizationId }) => organizationId)))
    if (id !== null)
      await insertAll(
        tx,
        Event,
        events.filter(({ organizationId }) => organizationId === id),
      );
  const personal = events.filter(({ organizationId, accountId }) => organizationId === null || accountId !== null);
  await insertAll(
    tx,
    AccountEvent,
    personal.map(({ productId: _, ...event }) => event),
  );
  return events;
}

async function insertAll(tx: EntityManager, table: EntityTarget<object>, rows: readonly object[]): Promise<void> {
  for (let from = 0; from < rows.length; from += MAX_ROWS) await tx.insert(table, rows.slice(from, from + MAX_ROWS));
}

/** Logs events that concern an account, after the commit. */
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
