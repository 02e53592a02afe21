import { requireBelowLimit } from '#libs/config';
import { query } from '#libs/database';
import { InvalidInput, NotFound } from '#libs/errors';
import { newId } from '#libs/ids';
import { Vault } from '#libs/secrets';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Quotas } from '../../../accounts/organizations/quotas.service.js';
import type { Product } from '../../../products/products/product.entity.js';
import { productStaysLock, requireLive } from '../../../products/products/product-records.js';
import { advisoryLock } from '../../../platform/work/locks.js';
import { UnitOfWork } from '../../../platform/work/unit-of-work.service.js';
import { SECRET_NAME, type SetSecret } from './dto/secret.dto.js';
import { valueLocation } from './encrypted-values.js';
import { DELETE_SECRET, type KnownSecret, SECRETS, SET_SECRET } from './secrets.sql.js';

/** The secrets of products; they can be set but not read. */
@Injectable()
export class MonitorSecrets {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly quotas: Quotas,
    private readonly vault: Vault,
  ) {}

  list({ organizationId, id }: Product): Promise<KnownSecret[]> {
    return query(this.database, SECRETS, [organizationId, id]);
  }

  /** @throws InvalidInput, SecretKeyMissing, ProductArchived, LimitReached */
  async set(
    product: Product,
    name: string,
    { value, origins, operatorAgents = false }: SetSecret,
  ): Promise<KnownSecret> {
    if (!SECRET_NAME.test(name)) throw malformedName();
    this.vault.requireOpen();
    const { organizationId, id: productId } = product;
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      await change.lock(productStaysLock(product));
      await change.lock(advisoryLock('secrets', productId));
      await requireLive(tx, product);
      const present = await query(tx, SECRETS, [organizationId, productId]);
      const before = present.find((secret) => secret.name === name);
      if (!before) requireBelowLimit(this.quotas.of(organizationId), 'secrets', present.length);
      const id = before?.id ?? newId();
      const sealed = this.vault.seal(valueLocation(id), value);
      await query(tx, SET_SECRET, [organizationId, productId, id, name, sealed, origins, operatorAgents]);
      const changes = [
        { field: 'origins', from: before?.origins ?? null, to: origins },
        { field: 'operatorAgents', from: before?.operatorAgents ?? null, to: operatorAgents },
      ];
      change.record({ organizationId, productId, type: 'secret.set', subject: { id, title: name }, changes });
      return (await query(tx, SECRETS, [organizationId, productId])).find((secret) => secret.name === name)!;
    });
  }

  /** @throws NotFound */
  async delete({ organizationId, id: productId }: Product, name: string): Promise<void> {
    await this.unitOfWork.run(async (change) => {
      const [deleted] = await query(change.tx, DELETE_SECRET, [organizationId, productId, name]);
      if (!deleted) throw new NotFound('secret');
      change.record({ organizationId, productId, type: 'secret.deleted', subject: { id: deleted.id, title: name } });
    });
  }
}

const malformedName = (): InvalidInput =>
  new InvalidInput([
    {
      path: '/name',
      code: 'malformed',
      message: 'name must be a name such as SHOP_PASSWORD, with at most 50 characters',
    },
  ]);
