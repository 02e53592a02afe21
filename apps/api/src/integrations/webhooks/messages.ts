import type { Event } from '../../platform/events/event.entity.js';
import { maskMailAddress } from './mask-mail-address.js';
import { FINDING_MESSAGES, MESSAGE_TYPES } from './message-types.js';

/**
 * The body of a message (Standard Webhooks 1.0): what happened, when, its number among those to the webhook, and
 * everything about it.
 */
export interface Message {
  type: string;
  timestamp: string;
  sequence: number;
  data: object;
}

/** The record that a message speaks of. */
export interface Subject {
  kind: string;
  id: string | null;
  /** Null: of the whole organization, or not known. */
  productId: string | null;
}

/** What a message says beside its event: the record as it is when the message is made, and where it is found. */
export interface Surroundings {
  productId: string | null;
  productSlug: string | null;
  record: { number?: number; title?: string | null } | null;
  url: string | null;
  consoleUrl: string | null;
}

/** A message before it is made. */
export interface MessageDraft {
  /** Null: somebody asked for it. */
  eventId: string | null;
  type: string;
  /** Which of those of this type that the event makes, from 0. */
  part: number;
  timestamp: string;
  subject: Subject;
  dataOf: (surroundings: Surroundings) => object;
}

/**
 * The messages of an event: the event itself, for a run or the end of a line one for each kind of change of findings,
 * and one for each issue that was made with it.
 */
export function messagesOf(event: Event, issueIds: readonly string[] = []): MessageDraft[] {
  const timestamp = event.at.toISOString();
  const { id: eventId, organizationId, productId, subjectId: id, subjectNumber: number } = event;
  const title = event.subjectKind === 'invitation' ? maskMailAddress(event.subjectTitle) : event.subjectTitle;
  const actor = { kind: event.actorKind, id: event.actorId, name: event.actorName };
  const subject = { kind: event.subjectKind, id, productId: event.subjectKind === 'product' ? id : productId };
  const drafts: MessageDraft[] = [
    {
      ...{ eventId, type: event.type, part: 0, timestamp, subject },
      dataOf: ({ productSlug, ...found }) => ({
        ...{ id: eventId, organizationId, productId, productSlug, actor },
        ...{ subject: { kind: event.subjectKind, id, number, title }, changes: event.changes },
        ...where(found),
      }),
    },
  ];
  const cause = causeOf(event);
  for (const kind of cause ? FINDING_MESSAGES : []) {
    const found = changeOf<{ count: number; ids: string[] }>(event, kind);
    if (found)
      drafts.push({
        ...{ eventId, type: `findings.${kind}`, part: 0, timestamp, subject },
        dataOf: ({ productSlug, url, consoleUrl }) => ({
          ...{ organizationId, productId, productSlug, ...cause, count: found.count, findingIds: found.ids },
          ...{ url, consoleUrl },
        }),
      });
  }
  const isAlreadySent = (issueId: string): boolean => event.type === 'issue.created' && issueId === id;
  const issues = issueIds.filter((issueId) => !isAlreadySent(issueId));
  const created = issues.map((issueId, index) => ({
    ...{ eventId, type: 'issue.created', part: index + 1, timestamp },
    subject: { kind: 'issue', id: issueId, productId: null },
    dataOf: ({ productSlug, ...found }: Surroundings) => ({
      ...{ id: eventId, organizationId, productId: found.productId, productSlug, actor },
      subject: { kind: 'issue', id: issueId, number: found.record?.number ?? null, title: found.record?.title ?? null },
      ...{ changes: [], ...where(found) },
    }),
  }));
  return [...drafts, ...created].filter(({ type }) => MESSAGE_TYPES.includes(type));
}

const where = ({ record, url, consoleUrl }: Omit<Surroundings, 'productSlug'>) => ({ record, url, consoleUrl });

/** What changed findings, as their messages name it: a run, or the end of a line; undefined for all other events. */
function causeOf(event: Event): object | undefined {
  const { type, subjectId: id, subjectNumber: number } = event;
  if (type === 'test_activity.ingested') return { testActivity: { id, number } };
  if (type === 'line.ended') return { line: { id, ...changeOf<object>(event, 'line') } };
  return undefined;
}

const changeOf = <T>({ changes }: Event, name: string): T | undefined =>
  changes.find(({ field }) => field === name)?.to as T | undefined;
