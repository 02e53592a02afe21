import { sql, type Uuid } from '#libs/database';
import { accountOfRow } from '../../platform/places/account-of-work.js';

interface UserRow {
  email: string;
  name: string;
  verified: boolean;
  factor: boolean;
  disabled: boolean;
  made: Date;
  organizations: number;
  sessions: number;
}

export const USERS = sql<[], UserRow>(`
  SELECT u.email, u.name, u.email_verified AS verified, u.two_factor_enabled AS factor,
    u.disabled_at IS NOT NULL AS disabled,
    u.created_at AS made,
    (SELECT count(*)::int FROM members m WHERE m.user_id = u.id) AS organizations,
    (SELECT count(*)::int FROM sessions s WHERE s.user_id = u.id AND s.expires_at > now()) AS sessions
  FROM users u ORDER BY u.email`);

interface OrganizationRow {
  id: Uuid;
  slug: string;
  name: string;
  made: Date;
  /** Null: it is not. */
  deleted: Date | null;
  members: number;
}

export const ORGANIZATIONS = sql<[], OrganizationRow>(`
  SELECT o.id, coalesce(o.deleted_slugs[1], o.slug) AS slug, o.name, o.created_at AS made, o.deleted_at AS deleted,
    (SELECT count(*)::int FROM members m WHERE m.organization_id = o.id) AS members
  FROM organizations o ORDER BY 2, o.id`);

export const COUNT_PRODUCTS = sql<[organizationId: Uuid], { products: number }>(`
  SELECT count(*)::int AS products FROM products WHERE organization_id = $1`);

/** Organizations of the same account of work as this one, itself among them. */
export const SAME_ACCOUNT = sql<[slug: string], { slug: string }>(`
  SELECT o.slug FROM organizations o JOIN organizations given ON given.slug = $1
  WHERE ${accountOfRow('o')} = ${accountOfRow('given')}
  ORDER BY o.slug`);
