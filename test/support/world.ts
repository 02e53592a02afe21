import { newId } from '#libs/ids';
import { hashOf, randomToken } from '#libs/secrets';
import { ApiKey } from '../../apps/api/src/products/api-keys/api-key.entity.js';
import { displayPrefixOf, newKey } from '../../apps/api/src/products/api-keys/secret.js';
import type { Role, Scope } from '../../apps/api/src/platform/http/policy.js';
import { SESSION_LIFETIME_MS } from '../../apps/api/src/accounts/identity/sessions/session-lifetime.js';
import { Session } from '../../apps/api/src/accounts/identity/sessions/session.entity.js';
import { User } from '../../apps/api/src/accounts/identity/user.entity.js';
import { Member } from '../../apps/api/src/accounts/organizations/members/member.entity.js';
import { type ModuleName, MODULES } from '../../apps/api/src/accounts/organizations/modules.js';
import { Organization } from '../../apps/api/src/accounts/organizations/organization.entity.js';
import { Product } from '../../apps/api/src/products/products/product.entity.js';
import { regraded } from './grades.js';
import { fromNow } from './moments.js';
import type { Service } from './service.js';

/** A person with a session. */
export interface Person {
  id: string;
  email: string;
  name: string;
  token: string;
  memberId?: string;
}

/** An organization with members, keys and a product for a test. */
export interface World {
  organization: { id: string; slug: string; url: string };
  product: { id: string; slug: string; url: string };
  owner: Person;
  admin: Person;
  member: Person;
  /** Signed in, and a member of nothing. */
  stranger: Person;
  /** Keys of the owner, for the whole organization. */
  keys: Record<Scope, string>;
  person(role?: Role): Promise<Person>;
  key(options: { scopes: Scope[]; owner?: Person | null; productId?: string }): Promise<string>;
  newProduct(name?: string): Promise<World['product']>;
  disable(...modules: ModuleName[]): Promise<void>;
}

/** Creates a world directly in the database, since creating it is not under test. */
export async function world(service: Service): Promise<World> {
  const tx = service.database.manager;
  const organizationId = newId();
  const slug = `org-${organizationId.slice(-12)}`;
  await tx.insert(Organization, {
    id: organizationId,
    name: 'Example',
    slug,
    logo: null,
    enabledModules: [...MODULES],
  });
  await tx.query('INSERT INTO organization_locks (organization_id) VALUES ($1)', [organizationId]);
  const url = `/v1/organizations/${organizationId}`;

  const person = async (role?: Role): Promise<Person> => {
    const id = newId();
    const who: Person = { id, email: `${id}@example.org`, name: `Person ${id.slice(-4)}`, token: randomToken() };
    await tx.insert(User, { id, name: who.name, email: who.email, emailVerified: true, image: null });
    await tx.insert(Session, {
      id: newId(),
      userId: id,
      tokenHash: hashOf(who.token),
      expiresAt: fromNow(SESSION_LIFETIME_MS),
      activeOrganizationId: role ? organizationId : null,
    });
    if (role) {
      who.memberId = newId();
      await tx.insert(Member, { id: who.memberId, organizationId, userId: id, role });
    }
    return who;
  };

  const owner = await person('owner');

  const key: World['key'] = async ({ scopes, owner: keyOwner = owner, productId }) => {
    const secret = newKey();
    await tx.insert(ApiKey, {
      id: newId(),
      organizationId,
      productId: productId ?? null,
      name: scopes.join('+'),
      displayPrefix: displayPrefixOf(secret),
      secretHash: hashOf(secret),
      scopes,
      ownerUserId: keyOwner?.id ?? null,
    });
    return secret;
  };

  const newProduct: World['newProduct'] = async (name = 'Web Shop') => {
    const id = newId();
    const productSlug = `${name.toLowerCase().replace(/\W+/g, '-')}-${id.slice(-12)}`;
    await tx.insert(Product, { id, organizationId, name, slug: productSlug, type: 'website' });
    await regraded(service, id);
    return { id, slug: productSlug, url: `${url}/products/${productSlug}` };
  };

  return {
    organization: { id: organizationId, slug, url },
    product: await newProduct(),
    owner,
    admin: await person('admin'),
    member: await person('member'),
    stranger: await person(),
    keys: {
      read: await key({ scopes: ['read'] }),
      write: await key({ scopes: ['read', 'write'] }),
      ingest: await key({ scopes: ['ingest'] }),
    },
    person,
    key,
    newProduct,
    disable: async (...modules) => {
      await tx.query(
        'UPDATE organizations SET enabled_modules = array(SELECT unnest(enabled_modules) EXCEPT SELECT unnest($2::text[])) WHERE id = $1',
        [organizationId, modules],
      );
    },
  };
}
