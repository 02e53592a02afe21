import { columnsOf, sql, type Uuid } from '#libs/database';
import { isPresent } from './deleted/is-present.js';
import { Member } from './members/member.entity.js';
import { Organization } from './organization.entity.js';

export const ORGANIZATION = columnsOf(Organization, 'o');
export const MEMBER = columnsOf(Member, 'm');

/** The organizations of a person, by name, with the membership. */
export const OWN_ORGANIZATIONS = sql<[userId: Uuid], Record<string, unknown>>(`
  SELECT ${ORGANIZATION.sql}, ${MEMBER.sql} FROM members m JOIN organizations o ON o.id = m.organization_id
    AND ${isPresent('o')}
  WHERE m.user_id = $1 ORDER BY lower(o.name), o.id`);
