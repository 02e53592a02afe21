import { patchOf, type ScimWorld, scimOf } from '../../support/scim.js';
import type { Service } from '../../support/service.js';
import type { World } from '../../support/world.js';
import type { Act } from './made.js';

const AT = '/api/scim/v2/:orgId';
const RENAMED = patchOf({ op: 'replace', path: 'displayName', value: 'Another name' });

/** One way to make each change that the provider of an organization can make. */
export function provisioningActs(service: Service): Record<string, Act> {
  /** With a person who is told of, and a group. */
  const told = async (
    w: World,
  ): Promise<{ scim: ScimWorld['scim']; person: string; group: string; address: string }> => {
    const { scim, tell, group, address } = await scimOf(service, w);
    const userName = address();
    const person = await tell(userName, { active: false });
    return { scim, person, group: await group('Staff', [person]), address: userName };
  };
  return {
    [`POST ${AT}/Users`]: async (w) => {
      const { scim, address } = await scimOf(service, w);
      return () => scim('post', 'Users', { userName: address() });
    },
    [`PUT ${AT}/Users/:scimId`]: async (w) => {
      const { scim, person, address: userName } = await told(w);
      return () => scim('put', `Users/${person}`, { userName, active: false });
    },
    [`PATCH ${AT}/Users/:scimId`]: async (w) => {
      const { scim, person } = await told(w);
      return () => scim('patch', `Users/${person}`, RENAMED);
    },
    [`DELETE ${AT}/Users/:scimId`]: async (w) => {
      const { scim, person } = await told(w);
      return () => scim('delete', `Users/${person}`);
    },
    [`POST ${AT}/Groups`]: async (w) => {
      const { scim } = await scimOf(service, w);
      return () => scim('post', 'Groups', { displayName: 'Staff' });
    },
    [`PUT ${AT}/Groups/:scimId`]: async (w) => {
      const { scim, group } = await told(w);
      return () => scim('put', `Groups/${group}`, { displayName: 'People' });
    },
    [`PATCH ${AT}/Groups/:scimId`]: async (w) => {
      const { scim, group } = await told(w);
      return () => scim('patch', `Groups/${group}`, RENAMED);
    },
    [`DELETE ${AT}/Groups/:scimId`]: async (w) => {
      const { scim, group } = await told(w);
      return () => scim('delete', `Groups/${group}`);
    },
  };
}
