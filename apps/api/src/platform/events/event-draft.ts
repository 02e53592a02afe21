import type { Actor } from '#libs/logging';
import type { FieldChange } from '../lists/changed-fields.js';
import type { EventType } from './event-types.js';

/** A new event. `changes` never contains a secret. */
export interface EventDraft {
  /** Null for events of a person outside of any organization. */
  organizationId: string | null;
  productId?: string | null;
  /** `<subject>.<what happened>`, such as `issue.updated`; the part before the dot is the subject's kind. */
  type: EventType;
  subject: { id?: string | null; number?: number | null; title?: string | null };
  changes?: FieldChange[];
  /**
   * The person whose account the event concerns; for events of a key, its owner. Absent: nobody, or for a key the
   * caller.
   */
  accountId?: string | null;
  /** The actor; the caller by default. */
  actor?: Pick<Actor, 'kind' | 'id' | 'name'>;
}

/**
 * The one event of a change of many records of an organization, at least one; `title` counts them, such as `12 issues`.
 * It is of their product where all have the same.
 */
export const bulkEvent = (
  type: EventType,
  organizationId: string,
  title: string,
  records: readonly { id: string; productId: string }[],
  changes: readonly FieldChange[] = [],
): EventDraft => ({
  organizationId,
  productId: records.every(({ productId }) => productId === records[0]!.productId) ? records[0]!.productId : null,
  type,
  subject: { title },
  changes: [...changes, { field: 'ids', from: null, to: records.map(({ id }) => id) }],
});
