import { randomUUID } from 'node:crypto';
import type { Test } from 'supertest';
import { provedDomain } from './proved-domain.js';
import type { Service } from './service.js';
import { world, type World } from './world.js';

/** An organization with a proved domain, and a token by which its provider tells who belongs to it. */
export interface ScimWorld extends World {
  domain: string;
  token: string;
  /** An address at the domain. */
  address(name?: string): string;
  scim(verb: 'get' | 'post' | 'put' | 'patch' | 'delete', path: string, body?: object): Test;
  /** Tells of a person; their id. */
  tell(userName: string, more?: object): Promise<string>;
  /** Tells of a group; its id. */
  group(displayName: string, people?: readonly string[], more?: object): Promise<string>;
  /** What a person is in the organization; undefined: no member. */
  standing(email: string): Promise<{ role: string; teamId: string | null; roleProvisioned: boolean } | undefined>;
}

const SCIM = 'application/scim+json';

export const scimWorld = async (service: Service): Promise<ScimWorld> => scimOf(service, await world(service));

/** The same of an organization that is there. */
export async function scimOf(service: Service, w: World): Promise<ScimWorld> {
  const domain = await provedDomain(service, w);
  const made = await service.as(w.owner.token).post(`${w.organization.url}/settings/provisioning/tokens`).expect(201);
  const { token } = made.body.token as { token: string };
  const scim: ScimWorld['scim'] = (verb, path, body) => {
    const call = service.as(token)[verb](`/api/scim/v2/${w.organization.id}/${path}`);
    return body ? call.set('Content-Type', SCIM).send(JSON.stringify(body)) : call;
  };
  return {
    ...w,
    domain,
    token,
    scim,
    address: (name = randomUUID()) => `${name}@${domain}`,
    tell: async (userName, more = {}) =>
      (await scim('post', 'Users', { userName, ...more }).expect(201)).body.id as string,
    group: async (displayName, people = [], more = {}) => {
      const members = people.map((value) => ({ value }));
      return (await scim('post', 'Groups', { displayName, members, ...more }).expect(201)).body.id as string;
    },
    standing: async (email) => {
      const [row] = await service.database.query<{ role: string; teamId: string | null; roleProvisioned: boolean }[]>(
        `SELECT m.role, m.team_id AS "teamId", m.role_provisioned AS "roleProvisioned"
         FROM members m JOIN users u ON u.id = m.user_id WHERE m.organization_id = $1 AND u.email = $2`,
        [w.organization.id, email],
      );
      return row;
    },
  };
}

/** The operations of a PATCH. */
export const patchOf = (...Operations: object[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations,
});
