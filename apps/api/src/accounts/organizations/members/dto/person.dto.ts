import { Choice, Described, Id, IdListParameter, NestedList, Text, TextParameter } from '#libs/fields';
import { type Role, ROLES } from '../../../../platform/http/policy.js';
import { MOST_PEOPLE } from '../organization-people.sql.js';

@Described('A person of an organization, as all in it see them.')
export class PersonDto {
  @Id({ description: 'The user id, by which records name them.' })
  id: string;
  @Text()
  name: string;
  @Text({ nullable: true, description: 'The address of a picture; null: none.' })
  image: string | null;
  @Choice(ROLES, { nullable: true, description: 'Null: a member no longer.' })
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
  @TextParameter({ description: `Searches names of members; of those found the first ${MOST_PEOPLE}.` })
  q?: string;
  @IdListParameter({
    description: 'User ids, comma-separated: of former members too. With `q` those alone that have it.',
  })
  ids?: string[];
}
