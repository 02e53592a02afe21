import type { Event } from '../events/event.entity.js';
import { maskMailAddress } from './mask-mail-address.js';
import { FINDING_MESSAGES, MESSAGE_TYPES } from './message-types.js';

/** The body of a message (Standard Webhooks 1.0): what happened, when, and everything about it. */
export interface Message {
  type: string;
  timestamp: string;
  data: object;
}

/** The messages of an event: the event itself, and for a run or the end of a line one for each kind of change of findings. */
export function messagesOf(event: Event): Message[] {
  const timestamp = event.at.toISOString();
  const { subjectId: id, subjectNumber: number } = event;
  const title = event.subjectKind === 'invitation' ? maskMailAddress(event.subjectTitle) : event.subjectTitle;
  const common = { organizationId: event.organizationId, productId: event.productId };
  const messages: Message[] = [
    {
      type: event.type,
      timestamp,
      data: {
        id: event.id,
        ...common,
        actor: { kind: event.actorKind, id: event.actorId, name: event.actorName },
        subject: { kind: event.subjectKind, id, number, title },
        changes: event.changes,
      },
    },
  ];
  const cause = causeOf(event);
  if (cause) {
    for (const kind of FINDING_MESSAGES) {
      const found = changeOf<{ count: number; ids: string[] }>(event, kind);
      if (found) {
        const data = { ...common, ...cause, count: found.count, findingIds: found.ids };
        messages.push({ type: `findings.${kind}`, timestamp, data });
      }
    }
  }
  return messages.filter(({ type }) => MESSAGE_TYPES.includes(type));
}

/** What changed findings, as their messages name it: a run, or the end of a line; undefined for all other events. */
function causeOf(event: Event): object | undefined {
  const { type, subjectId: id, subjectNumber: number } = event;
  if (type === 'test_activity.ingested') return { testActivity: { id, number } };
  if (type === 'line.ended') return { line: { id, ...changeOf<object>(event, 'line') } };
  return undefined;
}

const changeOf = <T>({ changes }: Event, name: string): T | undefined =>
  changes.find(({ field }) => field === name)?.to as T | undefined;
