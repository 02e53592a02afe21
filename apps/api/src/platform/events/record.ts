import { clock } from '#libs/clock';
import { insertOf, query, type Statement, statementParts } from '#libs/database';
import { newId } from '#libs/ids';
import { currentRequest, SECURITY_LOG } from '#libs/logging';
import { Logger } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccountEvent } from './account-event.entity.js';
import type { EventDraft } from './event-draft.js';
import type { EventSubscriber } from './event-subscriber.js';
import { KNOWN, TAKE_POSITIONS } from './events.sql.js';
import type { RecordedEvent } from './recorded-event.entity.js';

/** Kinds of security events: stored with the IP address, and kept after their organization is deleted. */
export const SECURITY_KINDS = [
  'access',
  'api_key',
  'domain',
  'invitation',
  'member',
  'organization',
  'provisioned_group',
  'provisioned_person',
  'provisioning_token',
  'secret',
  'session',
  'sign_in',
  'tracker_connection',
  'trusted_publisher',
  'user',
  'webhook',
];

// The logger's context makes the log show these lines at its default level.
const log = new Logger(SECURITY_LOG);

// A statement takes 65,535 values.
const MAX_ROWS = 3500;

export interface NewEvent extends Omit<RecordedEvent, 'keptUntil'> {
  id: string;
  organizationId: string | null;
  productId: string | null;
}

/**
 * Writes the events of one change, with the caller as actor, in as few statements as possible: one for each
 * organization, which `writes` share, and one for what concerns accounts. What follows from those of an organization
 * belongs to the same transaction. Returns the events.
 */
export async function recordEach(
  tx: EntityManager,
  drafts: readonly EventDraft[],
  writes: ReadonlyMap<string, readonly Statement[]> = new Map(),
  subscribers: readonly EventSubscriber[] = [],
  issuesMade: ReadonlyMap<string, readonly string[]> = new Map(),
): Promise<NewEvent[]> {
  const events = eventsNow(drafts);
  // In one order, since each is held until the unit ends.
  for (const id of [...new Set([...writes.keys(), ...events.map(({ organizationId }) => organizationId)])].sort()) {
    const own = events.filter(({ organizationId }) => organizationId === id);
    if (id === null) continue;
    const written = { events: own, issueIds: issuesMade.get(id) ?? [] };
    await recordInOrganization(tx, id, written, writes.get(id) ?? [], subscribers);
  }
  await recordPersonal(tx, events);
  return events;
}

/** The events of these drafts as they are now: at this moment, by the caller. */
export function eventsNow(drafts: readonly EventDraft[]): NewEvent[] {
  const at = clock.now();
  return drafts.map((draft) => eventOf(draft, at));
}

/** Writes what concerns accounts; of an organization's events, the copy for the person. */
export async function recordPersonal(tx: EntityManager, events: readonly NewEvent[]): Promise<void> {
  const personal = events.filter(({ organizationId, accountId }) => organizationId === null || accountId !== null);
  for (let from = 0; from < personal.length; from += MAX_ROWS) {
    const rows = personal.slice(from, from + MAX_ROWS).map(({ productId: _, ...event }) => event);
    await tx.insert(AccountEvent, rows as object[]);
  }
}

/**
 * Writes events that were made earlier (`eventsNow`), unless that has been done. Call it for the same events one after
 * the other only.
 */
export async function recordOnce(
  tx: EntityManager,
  organizationId: string,
  events: readonly NewEvent[],
  subscribers: readonly EventSubscriber[] = [],
): Promise<void> {
  const ids = events.map(({ id }) => id);
  const known = await query(tx, KNOWN, [organizationId, ids]);
  if (known.length === 0) await recordInOrganization(tx, organizationId, { events, issueIds: [] }, [], subscribers);
}

async function recordInOrganization(
  tx: EntityManager,
  organizationId: string,
  { events, issueIds }: { events: readonly NewEvent[]; issueIds: readonly string[] },
  writes: readonly Statement[],
  subscribers: readonly EventSubscriber[],
): Promise<void> {
  const placed = events.length > 0 ? await withPositions(tx, organizationId, events) : [];
  const written = placed.length > 0 ? [insertOf(INTO_EVENTS, EVENT_TYPES, organizationId, placed)] : [];
  const { parts, values } = statementParts([...written, ...writes], 1);
  if (parts.length === 0) return;
  const audiences = subscribers.map((subscriber, index) => `${subscriber.audience('$1')} AS a${index}`);
  const [audienceRow] = await tx.query<[Record<string, unknown>]>(
    `WITH ${parts.join(', ')} SELECT ${audiences.join(', ') || 'NULL'}`,
    [organizationId, ...values],
  );
  const eventIds = events.map(({ id }) => id);
  if (eventIds.length === 0) return;
  for (const [index, subscriber] of subscribers.entries()) {
    const audience = audienceRow[`a${index}`];
    if (audience !== null) await subscriber.onRecorded(tx, { organizationId, eventIds, issueIds }, audience);
  }
}

async function withPositions(
  tx: EntityManager,
  organizationId: string,
  events: readonly NewEvent[],
): Promise<(NewEvent & { position: number })[]> {
  const [counter] = await query(tx, TAKE_POSITIONS, [organizationId, events.length]);
  const first = Number(counter!.last) - events.length + 1;
  return events.map((event, index) => ({ ...event, position: first + index }));
}

const INTO_EVENTS = `INSERT INTO events (organization_id, id, product_id, at, actor_kind, actor_id, actor_name, type, subject_kind, subject_id,
    subject_number, subject_title, changes, request_id, account_id, address, user_agent, position)`;
const EVENT_TYPES = {
  id: 'uuid',
  productId: 'uuid',
  at: 'timestamptz',
  actorKind: 'text',
  actorId: 'uuid',
  actorName: 'text',
  type: 'text',
  subjectKind: 'text',
  subjectId: 'uuid',
  subjectNumber: 'int',
  subjectTitle: 'text',
  changes: 'jsonb',
  requestId: 'text',
  accountId: 'uuid',
  address: 'text',
  userAgent: 'text',
  position: 'bigint',
};

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
