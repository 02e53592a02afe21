import type { EventDraft } from '../../../platform/events/event-draft.js';
import type { EventType } from '../../../platform/events/event-types.js';
import type { FieldChange } from '../../../platform/lists/changed-fields.js';
import type { User } from '../user.entity.js';

type EventPerson = Pick<User, 'id' | 'name'>;

/** An event of a person outside of any organization, with that person as actor even if nobody was signed in before. */
export const personalEvent = (type: EventType, person: EventPerson, changes: FieldChange[] = []): EventDraft => ({
  ...accountEvent(type, person),
  changes,
  actor: { kind: 'user', id: person.id, name: person.name },
});

/** An event of a person's account, with the caller as actor, who may be somebody else trying to sign in. */
export const accountEvent = (type: EventType, { id, name }: EventPerson): EventDraft => ({
  organizationId: null,
  type,
  subject: { id, title: name },
  accountId: id,
});
