import type { Event } from '../events/event.entity.js';
import { maskMailAddress } from './mask-mail-address.js';
import { FINDING_MESSAGES, MESSAGE_TYPES } from './message-types.js';

/** The body of a message (Standard Webhooks 1.0): what happened, when, and everything about it. */
export interface Message {
  type: string;
  timestamp: string;
  data: object;
}

/** The messages of an event: the event itself, and for a run one for each kind of change of findings. */
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
  if (event.type === 'test_activity.ingested') {
    for (const kind of FINDING_MESSAGES) {
      const found = event.changes.find(({ field }) => field === kind)?.to as
        { count: number; ids: string[] } | undefined;
      if (found) {
        const data = { ...common, testActivity: { id, number }, count: found.count, findingIds: found.ids };
        messages.push({ type: `findings.${kind}`, timestamp, data });
      }
    }
  }
  return messages.filter(({ type }) => MESSAGE_TYPES.includes(type));
}
