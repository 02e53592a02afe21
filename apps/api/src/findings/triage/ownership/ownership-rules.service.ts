import { query } from '#libs/database';
import { canonicalJson } from '#libs/fields';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { Product } from '../../../products/products/product.entity.js';
import { activeLock } from '../../../products/products/product-records.js';
import { checkIfMatch } from '../../../platform/work/check-if-match.js';
import { UnitOfWork } from '../../../platform/work/unit-of-work.service.js';
import type { OwnershipPreview, OwnershipRuleInput } from './dto/ownership.dto.js';
import { BEGIN_RULES } from './ownership.sql.js';
import { OwnershipRules } from './ownership-rules.entity.js';
import { namedBy } from './owners-of-barriers.js';
import { rulesGiven, type ShownRules, shownRules } from './rules-given.js';
import { tryRules } from './try-rules.js';

const keyOf = ({ organizationId, id: productId }: Product) => ({ organizationId, productId });

/** Keeps whose the issues are that are made from findings of a product. */
@Injectable()
export class OwnershipRulesService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  async read(product: Product): Promise<ShownRules> {
    const { manager } = this.database;
    const { rules, revision } = (await manager.findOneBy(OwnershipRules, keyOf(product))) ?? NONE;
    return shownRules(rules, revision, await namedBy(manager, product.organizationId, rules));
  }

  /** @throws InvalidInput, ChangedMeanwhile, ProductArchived */
  async replace(product: Product, given: readonly OwnershipRuleInput[]): Promise<ShownRules> {
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      const { organizationId, id: productId } = product;
      const { rules, named } = await rulesGiven(tx, product, given);
      await change.lock(activeLock(organizationId, [productId]));
      await query(tx, BEGIN_RULES, [organizationId, productId]);
      const where = keyOf(product);
      const stored = await tx.findOneOrFail(OwnershipRules, { where, lock: { mode: 'pessimistic_write' } });
      checkIfMatch(stored);
      if (canonicalJson(stored.rules) === canonicalJson(rules)) return shownRules(rules, stored.revision, named);
      const revision = stored.revision + 1;
      await tx.update(OwnershipRules, where, { rules, revision });
      change.record({
        organizationId,
        productId,
        subject: { id: productId, title: product.name },
        type: 'product.ownership_rules_replaced',
        changes: [{ field: 'rules', from: stored.rules.length, to: rules.length }],
      });
      return shownRules(rules, revision, named);
    });
  }

  /** What rules, or those that are kept, would do to what is open. */
  async preview(product: Product, given?: readonly OwnershipRuleInput[]): Promise<OwnershipPreview> {
    const { manager } = this.database;
    const { rules: kept, turns } = (await manager.findOneBy(OwnershipRules, keyOf(product))) ?? NONE;
    const { rules, named } = given
      ? await rulesGiven(manager, product, given)
      : { rules: kept, named: await namedBy(manager, product.organizationId, kept) };
    return tryRules(manager, product, { rules, turns, named });
  }
}

/** What a product has to which nobody has given rules. */
const NONE: Pick<OwnershipRules, 'rules' | 'turns' | 'revision'> = { rules: [], turns: [], revision: 1 };
