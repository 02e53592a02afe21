import { type Principal, type Scope, SCOPES } from '#libs/access';
import { inTransaction } from '#libs/database';
import { Forbidden, NotFound, unknownReference } from '#libs/errors';
import { newId } from '#libs/ids';
import { hashOf } from '#libs/secrets';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { record } from '../events/record.js';
import type { Organization } from '../organizations/organization.entity.js';
import { Product } from '../products/product.entity.js';
import { ApiKey } from './api-key.entity.js';
import type { ApiKeyDto, CreateApiKey, NewApiKeyDto } from './dto/api-key.dto.js';
import { displayPrefixOf, newKey } from './secret.js';

/** The keys of an organization. */
@Injectable()
export class ApiKeysService {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  async list(organization: Organization): Promise<ApiKeyDto[]> {
    return this.select(this.database.manager, 'k.organization_id = $1 AND k.revoked_at IS NULL', [organization.id]);
  }

  /** Makes a key in the name of the caller. A key can make no key that may do more than itself. */
  async create(
    organization: Organization,
    { userId, key: caller }: Principal,
    body: CreateApiKey,
  ): Promise<NewApiKeyDto> {
    const scopes = withImplied(body.scopes);
    if (caller && !scopes.every((scope) => caller.scopes.includes(scope))) throw exceeded();
    return inTransaction(this.database, async (tx) => {
      const product = body.productSlug
        ? await tx.findOneBy(Product, { organizationId: organization.id, slug: body.productSlug })
        : null;
      if (body.productSlug && !product) throw unknownReference('/productSlug', 'product');
      if (caller?.productId && caller.productId !== product?.id) throw exceeded();
      const key = newKey();
      const id = newId();
      await tx.insert(ApiKey, {
        id,
        organizationId: organization.id,
        productId: product?.id ?? null,
        name: body.name,
        displayPrefix: displayPrefixOf(key),
        secretHash: hashOf(key),
        scopes,
        ownerUserId: userId,
      });
      await record(tx, { organizationId: organization.id, type: 'api_key.created', subject: { id, title: body.name } });
      const [created] = await this.select(tx, 'k.id = $1', [id]);
      return { ...created!, key };
    });
  }

  /** Revokes a live key; the next call with it is refused. */
  async revoke(organization: Organization, id: string): Promise<void> {
    await inTransaction(this.database, async (tx) => {
      const [revoked] = await tx.query<[{ name: string }[], number]>(
        'UPDATE api_keys SET revoked_at = now() WHERE id = $1 AND organization_id = $2 AND revoked_at IS NULL RETURNING name',
        [id, organization.id],
      );
      if (!revoked[0]) throw new NotFound('API key');
      await record(tx, {
        organizationId: organization.id,
        type: 'api_key.revoked',
        subject: { id, title: revoked[0].name },
      });
    });
  }

  private select(tx: EntityManager, condition: string, parameters: unknown[]): Promise<ApiKeyDto[]> {
    return tx.query(
      `SELECT k.id, k.name, k.display_prefix AS "displayPrefix", k.scopes, k.product_id AS "productId", p.name AS "productName", p.slug AS "productSlug",
         k.owner_user_id AS "ownerUserId", u.name AS "ownerName", u.email AS "ownerEmail", k.last_used_at AS "lastUsedAt", k.created_at AS "createdAt"
       FROM api_keys k LEFT JOIN products p ON p.id = k.product_id LEFT JOIN users u ON u.id = k.owner_user_id
       WHERE ${condition} ORDER BY k.created_at DESC, k.id DESC`,
      parameters,
    );
  }
}

/** Each scope once, in their fixed order, with what they imply. */
function withImplied(scopes: readonly Scope[]): Scope[] {
  return SCOPES.filter((scope) => scopes.includes(scope) || (scope === 'read' && scopes.includes('write')));
}

const exceeded = (): Forbidden =>
  new Forbidden('key_scope_exceeded', 'A key cannot make a key that may do more than itself.');
