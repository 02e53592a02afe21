import { InvalidInput, unknownReference } from '#libs/errors';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Audit } from '../../audits/audit.entity.js';
import { inProduct } from '../../products/product-key.js';
import type { Product } from '../../products/product.entity.js';
import { loadState } from '../evaluation-state.js';
import { toldEntry } from '../outcomes/dto/outcome-answers.js';
import { sampleOf } from '../sample/sample.service.js';
import { compareAudits, type ComparedAudit, type Comparison, COMPARISONS } from './compare.js';
import type { AuditComparison } from './dto/comparison.dto.js';

/** Tells what has changed since another audit. */
@Injectable()
export class ComparisonService {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** @throws InvalidInput */
  async compare(product: Product, audit: Audit, other: number | undefined): Promise<AuditComparison> {
    const { manager } = this.database;
    const number = other ?? audit.retestOf;
    if (number === null)
      throw new InvalidInput([
        { path: '/with', code: 'required', message: 'The audit looks at no other one again; name one with `with`.' },
      ]);
    const former = await manager.findOneBy(Audit, { ...inProduct(product), number });
    if (!former || former.id === audit.id) throw unknownReference('/with', 'audit', number);
    const cells = compareAudits(await this.load(audit), await this.load(former));
    const counts = Object.fromEntries(COMPARISONS.map((one) => [one, 0])) as Record<Comparison, number>;
    for (const { comparison } of cells) counts[comparison] += 1;
    const changed = cells.filter(({ comparison }) => comparison !== 'same');
    const told = changed.map(({ entry, formerEntry, ...cell }) => ({
      ...cell,
      entry: toldEntry(entry),
      formerEntry: toldEntry(formerEntry),
    }));
    return { with: number, counts, cells: told };
  }

  private async load(audit: Audit): Promise<ComparedAudit> {
    const { manager } = this.database;
    return { state: await loadState(manager, audit), sample: await sampleOf(manager, audit) };
  }
}
