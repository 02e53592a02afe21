import { columnsOf, sql, type Uuid } from '#libs/database';
import { isLive } from '../../products/api-keys/api-key.entity.js';
import { isUseDue } from '../../products/api-keys/api-key.entity.js';
import { Session } from '../../accounts/identity/sessions/session.entity.js';
import { User } from '../../accounts/identity/user.entity.js';
import { isPresent } from '../../accounts/organizations/deleted/is-present.js';
import { Member } from '../../accounts/organizations/members/member.entity.js';
import { Organization } from '../../accounts/organizations/organization.entity.js';
import { namedProduct } from '../../products/products/named-product.js';
import { Product } from '../../products/products/product.entity.js';

export const USER = columnsOf(User, 'u');
export const SESSION = columnsOf(Session, 's');
export const ORGANIZATION = columnsOf(Organization, 'o');
export const MEMBER = columnsOf(Member, 'm');
export const PRODUCT = columnsOf(Product, 'p');

type Row = Record<string, unknown>;

/** The caller of a session, with this organization, else with the session's active one if that counts. */
export const BY_SESSION = sql<
  [tokenHash: Buffer, organizationId: Uuid | null, orActive: boolean],
  Row
>(`/* admission */ SELECT ${SESSION.sql}, ${USER.sql}, ${ORGANIZATION.sql}, ${MEMBER.sql}
  FROM sessions s JOIN users u ON u.id = s.user_id
  LEFT JOIN organizations o ON o.id = coalesce($2, CASE WHEN $3 THEN s.active_organization_id END) AND ${isPresent('o')}
  LEFT JOIN members m ON m.organization_id = o.id AND m.user_id = u.id
  WHERE s.token_hash = $1 AND s.expires_at > now()`);

export const BY_KEY = sql<
  [secretHash: Buffer],
  Row
>(`/* admission */ SELECT k.id, k.name, k.organization_id, k.product_id, k.scopes, k.owner_user_id, k.expires_at,
  k.allowed_addresses,
    k.written_to, m.role, ${ORGANIZATION.sql}, ${isUseDue('k')} AS note_use
  FROM api_keys k JOIN organizations o ON o.id = k.organization_id AND ${isPresent('o')}
  LEFT JOIN members m ON m.organization_id = k.organization_id AND m.user_id = k.owner_user_id
  WHERE k.secret_hash = $1 AND ${isLive('k')} AND (k.owner_user_id IS NULL OR m.id IS NOT NULL)
    AND NOT EXISTS (SELECT FROM users u WHERE u.id = k.owner_user_id AND u.disabled_at IS NOT NULL)`);

/** The caller of a pass that a pipeline got for its token. */
export const BY_PASS = sql<
  [secretHash: Buffer],
  Row
>(`/* admission */ SELECT k.id, k.name, k.organization_id, k.product_id, ARRAY['ingest'] AS scopes, p.owner_user_id,
  k.expires_at,
    k.allowed_addresses, k.proposals_only, k.proposal_number, k.publisher_id, m.role, ${ORGANIZATION.sql},
      false AS note_use
  FROM ingest_passes k JOIN trusted_publishers p ON p.id = k.publisher_id
  JOIN organizations o ON o.id = k.organization_id AND ${isPresent('o')}
  JOIN members m ON m.organization_id = k.organization_id AND m.user_id = p.owner_user_id
  JOIN users u ON u.id = p.owner_user_id AND u.disabled_at IS NULL
  WHERE k.secret_hash = $1 AND k.expires_at > now() AND p.suspended_by IS NULL`);

/** That a product `p` is the one that a path names. */
export const IS_OF_PATH = `p.organization_id = $1 AND p.id = ${namedProduct('$1', '$2')}`;

/** The product of the path. */
export const PRODUCT_OF_PATH = sql<[organizationId: Uuid, name: string], Row>(
  `/* admission */ SELECT ${PRODUCT.sql} FROM products p WHERE ${IS_OF_PATH}`,
);
