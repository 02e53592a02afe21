import { EVENT_TYPES } from '../events/event-types.js';

/** News of findings that one event of a run carries, each a message of its own. */
export const FINDING_MESSAGES = ['raised', 'regressed', 'resolved'] as const;

// What concerns one person's sessions or another receiver is nobody's news.
const NOT_SENT = /^(session|user|webhook)\.|^product\.(un)?pinned$/;

/** Everything that a webhook can be told. */
export const MESSAGE_TYPES: string[] = [
  ...EVENT_TYPES.filter((type) => !NOT_SENT.test(type)),
  ...FINDING_MESSAGES.map((kind) => `findings.${kind}`),
];
