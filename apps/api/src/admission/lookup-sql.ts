import type { Columns } from '#libs/database';
import { isLive, isUseDue } from '../api-keys/api-key.entity.js';
import type { ProductRead } from '../http/product-read.js';

type Selected = Readonly<
  Record<'session' | 'user' | 'organization' | 'member' | 'product', Pick<Columns<unknown>, 'sql'>>
>;

/** The statements of admission: put together once, because each request sends two of them. */
export interface LookupSql {
  /** Of the digest of a token, the organization or null, and whether the active one counts else. */
  bySession: string;
  /** Of the digest of a key. */
  byKey: string;
  /** Of the digest of a pass. */
  byPass: string;
  /** Of the organization and the slug, and what the read takes beside. */
  product: (reads?: ProductRead) => string;
}

/** These statements with the columns that shall be read. */
export function lookupSql({ session, user, organization, member, product }: Selected): LookupSql {
  const alone = productSql(product);
  const withRecord = new WeakMap<ProductRead, string>();
  return {
    bySession: `/* admission */ SELECT ${session.sql}, ${user.sql}, ${organization.sql}, ${member.sql}
       FROM sessions s JOIN users u ON u.id = s.user_id
       LEFT JOIN organizations o ON o.id = coalesce($2, CASE WHEN $3 THEN s.active_organization_id END)
       LEFT JOIN members m ON m.organization_id = o.id AND m.user_id = u.id
       WHERE s.token_hash = $1 AND s.expires_at > now()`,
    byKey: `/* admission */ SELECT k.id, k.name, k.organization_id, k.product_id, k.scopes, k.owner_user_id, k.expires_at, k.allowed_addresses, k.written_to, m.role, ${organization.sql},
         ${isUseDue('k')} AS note_use
       FROM api_keys k JOIN organizations o ON o.id = k.organization_id
       LEFT JOIN members m ON m.organization_id = k.organization_id AND m.user_id = k.owner_user_id
       WHERE k.secret_hash = $1 AND ${isLive('k')} AND (k.owner_user_id IS NULL OR m.id IS NOT NULL)
         AND NOT EXISTS (SELECT FROM users u WHERE u.id = k.owner_user_id AND u.disabled_at IS NOT NULL)`,
    byPass: `/* admission */ SELECT k.id, k.name, k.organization_id, k.product_id, ARRAY['ingest'] AS scopes, p.owner_user_id, k.expires_at, k.allowed_addresses,
         k.proposals_only, m.role, ${organization.sql}, false AS note_use
       FROM ingest_passes k JOIN trusted_publishers p ON p.id = k.publisher_id JOIN organizations o ON o.id = k.organization_id
       JOIN members m ON m.organization_id = k.organization_id AND m.user_id = p.owner_user_id
       JOIN users u ON u.id = p.owner_user_id AND u.disabled_at IS NULL
       WHERE k.secret_hash = $1 AND k.expires_at > now()`,
    product(reads) {
      if (!reads) return alone;
      const sql = withRecord.get(reads) ?? productSql(product, reads);
      withRecord.set(reads, sql);
      return sql;
    },
  };
}

const productSql = (product: Pick<Columns<unknown>, 'sql'>, reads?: ProductRead): string =>
  `/* admission */ SELECT ${product.sql}${reads ? ', record.*' : ''} FROM products p
       ${reads ? `LEFT JOIN LATERAL (${reads.sql}) record ON true` : ''}
       WHERE p.organization_id = $1 AND p.slug = $2`;
