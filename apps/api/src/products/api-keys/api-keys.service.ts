import { requireBelowLimit } from '#libs/config';
import { query } from '#libs/database';
import { requireFuture } from '#libs/dates';
import { unknownReference } from '#libs/errors';
import { newId } from '#libs/ids';
import { hashOf } from '#libs/secrets';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, In } from 'typeorm';
import type { Principal } from '../../platform/http/current.js';
import { type Scope, SCOPES } from '../../platform/http/policy.js';
import { AccountHookRegistry } from '../../accounts/identity/leaving/account-hooks.js';
import { noteMade } from '../../accounts/identity/recovery/note-made.js';
import { Memberships } from '../../accounts/organizations/members/memberships.js';
import type { Organization } from '../../accounts/organizations/organization.entity.js';
import { productNamed } from '../products/named-product.js';
import { Product } from '../products/product.entity.js';
import { ProductsService } from '../products/products.service.js';
import { UnitOfWork } from '../../platform/work/unit-of-work.service.js';
import { ApiKey } from './api-key.entity.js';
import { COUNT_LIVE, LIST, type ListedKey, READ } from './api-keys.sql.js';
import type { ApiKeyDto, CreateApiKey, NewApiKeyDto } from './dto/api-key.dto.js';
import { scopeExceeded } from './errors.js';
import { lockCaller } from './lock-caller.js';
import { childNarrowing } from './narrowing.js';
import { API_KEY, revokeKeys } from './revoke.js';
import { displayPrefixOf, newKey } from './secret.js';
import { Quotas } from '../../accounts/organizations/quotas.service.js';

/** The keys of an organization. */
@Injectable()
export class ApiKeysService implements OnModuleInit {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly memberships: Memberships,
    private readonly products: ProductsService,
    private readonly accountHooks: AccountHookRegistry,
    private readonly quotas: Quotas,
  ) {}

  onModuleInit(): void {
    this.memberships.onMembershipEnd(async (change, { organizationId, userId }) => {
      await revokeKeys(change, { organizationId, ownerUserId: userId });
    });
    this.products.beforeRemoval.add(async (change, { id, organizationId }) => {
      await revokeKeys(change, { productId: id, organizationId });
      // Whoever creates a key holds the lock that revoking takes, so that no key for a product that is gone remains.
      await change.tx.delete(ApiKey, { organizationId, productId: id });
    });
    // Deleted rows leave no events; revoking the keys first lets their owners see that they ended.
    this.memberships.onOrganizationDelete(async (change, organizationId) => {
      await revokeKeys(change, { organizationId });
    });
    this.accountHooks.register({
      revokeAccess: async (change, { id }) => {
        await revokeKeys(change, { ownerUserId: id });
      },
    });
  }

  async list(organization: Organization): Promise<ApiKeyDto[]> {
    const { manager } = this.database;
    return this.withProducts(manager, organization, await query(manager, LIST, [organization.id]));
  }

  /**
   * Creates a key for the caller. A key cannot create a key with more permissions than its own, and its revocation also
   * revokes the keys it created.
   */
  async create(organization: Organization, caller: Principal, body: CreateApiKey): Promise<NewApiKeyDto> {
    const scopes = withImpliedScopes(body.scopes);
    requireFuture(body.expiresAt, '/expiresAt');
    if (caller.key && !scopes.every((scope) => caller.key!.scopes.includes(scope))) throw scopeExceeded();
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      const parent = await lockCaller(change, organization, caller);
      const narrowing = childNarrowing(body, parent);
      if (!narrowing) throw scopeExceeded();
      const named = body.productSlug ?? body.product;
      const product = named ? await productNamed(tx, organization.id, named) : null;
      if (named && !product) throw unknownReference(body.productSlug ? '/productSlug' : '/product', 'product', named);
      if (parent?.productId && parent.productId !== product?.id) throw scopeExceeded();
      await this.requireBelowKeyLimit(tx, organization);
      const key = newKey();
      const id = newId();
      await tx.insert(ApiKey, {
        ...narrowing,
        id,
        organizationId: organization.id,
        productId: product?.id ?? null,
        parentId: parent?.id ?? null,
        name: body.name,
        displayPrefix: displayPrefixOf(key),
        secretHash: hashOf(key),
        scopes,
        ownerUserId: caller.userId,
      });
      if (!parent) {
        const made = { recordId: id, organizationId: organization.id, title: body.name };
        await noteMade(tx, { kind: API_KEY, ...made });
      }
      change.record({
        organizationId: organization.id,
        type: 'api_key.created',
        subject: { id, title: body.name },
        accountId: caller.userId,
      });
      const [created] = await this.withProducts(tx, organization, await query(tx, READ, [organization.id, id]));
      return { ...created!, key, organizationId: organization.id };
    });
  }

  private async requireBelowKeyLimit(tx: EntityManager, { id }: Organization): Promise<void> {
    const [counted] = await query(tx, COUNT_LIVE, [id]);
    requireBelowLimit(this.quotas.of(id), 'apiKeys', counted!.live);
  }

  /** Keys of an organization with the products that they are limited to. */
  private async withProducts(
    tx: EntityManager,
    { id: organizationId }: Organization,
    keys: readonly ListedKey[],
  ): Promise<ApiKeyDto[]> {
    const ids = [...new Set(keys.map(({ productId }) => productId).filter((id) => id !== null))];
    const products =
      ids.length === 0
        ? []
        : await tx.find(Product, {
            select: { id: true, name: true, slug: true },
            where: { organizationId, id: In(ids) },
          });
    const byId = new Map(products.map((product) => [product.id, product]));
    return keys.map(({ productId, ...key }) => {
      const product = productId === null ? undefined : byId.get(productId);
      return { ...key, productId, productName: product?.name ?? null, productSlug: product?.slug ?? null };
    });
  }
}

/** Each scope once, in their fixed order, with what they imply. */
function withImpliedScopes(scopes: readonly Scope[]): Scope[] {
  return SCOPES.filter((scope) => scopes.includes(scope) || (scope === 'read' && scopes.includes('write')));
}
