import { InvalidInput, unknownReference } from '#libs/errors';
import { inSlices, mapInSlices } from '#libs/queues';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Audit } from '../../../records/audits/audit.entity.js';
import { LargeJson } from '../../../platform/http/large-json.js';
import { inProduct } from '../../../products/products/product-key.js';
import type { Product } from '../../../products/products/product.entity.js';
import { loadState } from '../evaluation-state.js';
import { entryDto } from '../outcomes/dto/outcome-answers.js';
import { sampleOf } from '../sample/sample.service.js';
import { type ComparedAudit, type ComparedCell, comparing, type Comparison, COMPARISONS } from './compare.js';
import type { AuditComparison } from './dto/comparison.dto.js';

/** Tells what has changed since another audit. */
@Injectable()
export class ComparisonService {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** As an `AuditComparison`. @throws InvalidInput */
  async compare(product: Product, audit: Audit, other: number | undefined): Promise<LargeJson> {
    const { manager } = this.database;
    const number = other ?? audit.retestOf;
    if (number === null)
      throw new InvalidInput([
        { path: '/with', code: 'required', message: 'The audit does not review another one. Name one with `with`.' },
      ]);
    const former = await manager.findOneBy(Audit, { ...inProduct(product), number });
    if (!former || former.id === audit.id) throw unknownReference('/with', 'audit', number);
    const after = await this.load(audit);
    const compare = comparing(after, await this.load(former));
    const counts = Object.fromEntries(COMPARISONS.map((one) => [one, 0])) as Record<Comparison, number>;
    const changed = await mapInSlices(after.state.requirements, (requirement) => {
      const cells = compare(requirement);
      for (const { comparison } of cells) counts[comparison] += 1;
      return cells.filter(({ comparison }) => comparison !== 'same');
    });
    const rest: Omit<AuditComparison, 'cells'> = { with: number, counts };
    return LargeJson.of(rest, { cells: inSlices(changed.flat(), (cell) => JSON.stringify(cellDto(cell))) });
  }

  private async load(audit: Audit): Promise<ComparedAudit> {
    const { manager } = this.database;
    return { state: await loadState(manager, audit), sample: await sampleOf(manager, audit) };
  }
}

const cellDto = ({ entry, formerEntry, ...cell }: ComparedCell): AuditComparison['cells'][number] => ({
  ...cell,
  entry: entryDto(entry),
  formerEntry: entryDto(formerEntry),
});
