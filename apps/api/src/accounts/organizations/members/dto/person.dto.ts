import { Choice, Described, Id, IdListParameter, NestedList, Text, TextParameter } from '#libs/fields';
import { type Role, ROLES } from '../../../../platform/http/policy.js';
import { MOST_PEOPLE } from '../organization-people.sql.js';

@Described('A person in an organization, as visible to its members.')
export class PersonDto {
  @Id({ description: 'The user id, used in records.' })
  id: string;
  @Text()
  name: string;
  @Text({ nullable: true, description: 'The URL of a picture; null if none.' })
  image: string | null;
  @Choice(ROLES, { nullable: true, description: 'Null for former members.' })
  role: Role | null;
  @Id({ nullable: true })
  teamId: string | null;
}

/** People of an organization, by name. */
export class PersonList {
  @NestedList(() => PersonDto)
  members: PersonDto[];
}

/** Which people of an organization to list. */
export class ListPeopleQuery {
  @TextParameter({ description: `Searches the names of members; returns the first ${MOST_PEOPLE}.` })
  q?: string;
  @IdListParameter({
    description: 'User ids, comma-separated, including former members. With `q`, only those that match both.',
  })
  ids?: string[];
}
