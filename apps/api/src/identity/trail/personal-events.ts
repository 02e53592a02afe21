import type { FieldChange } from '#libs/rows';
import type { EventType } from '../../events/event-types.js';
import type { EventDraft } from '../../events/record.js';
import type { User } from '../user.entity.js';

type EventPerson = Pick<User, 'id' | 'name'>;

/** What concerns a person beyond any organization, signed by that person even where nobody was signed in before. */
export const personalEvent = (type: EventType, person: EventPerson, changes: FieldChange[] = []): EventDraft => ({
  ...accountEvent(type, person),
  changes,
  actor: { kind: 'user', id: person.id, name: person.name },
});

/** What happens to a person's account, signed by whoever calls: who tries to get in may be somebody else. */
export const accountEvent = (type: EventType, { id, name }: EventPerson): EventDraft => ({
  organizationId: null,
  type,
  subject: { id, title: name },
  accountId: id,
});
