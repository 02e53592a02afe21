import { named } from '#libs/fields';
import { EVENT_TYPES } from '../../platform/events/event-types.js';

/** Kinds of changes of findings in the event of a run or of the end of a line; each becomes a message of its own. */
export const FINDING_MESSAGES = ['proposed', 'raised', 'regressed', 'resolved'] as const;

/** Kinds of records that messages show. */
export const SNAPSHOT_KINDS = [
  'area',
  'audit',
  'conformance_report',
  'finding',
  'issue',
  'product',
  'risk',
  'test_activity',
] as const;
export type SnapshotKind = (typeof SNAPSHOT_KINDS)[number];

/** A message that somebody asks for, to see whether messages arrive. */
export const TEST = 'webhook.test';

// Events about sessions, people, trackers and other webhooks are not sent.
const NOT_SENT = /^(session|tracker_connection|user|webhook)\.|^product\.(un)?pinned$/;

/** All message types that a webhook can receive. */
export const MESSAGE_TYPES: string[] = named('MessageType', [
  ...EVENT_TYPES.filter((type) => !NOT_SENT.test(type)),
  ...FINDING_MESSAGES.map((kind) => `findings.${kind}`),
]);
