import { query } from '#libs/database';
import { NotFound } from '#libs/errors';
import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull, Not } from 'typeorm';
import { LineEnded } from './errors.js';
import { ReplicaReads } from '../../platform/lists/replica-reads.js';
import type { ProductKey } from '../../products/products/product-key.js';
import type { Product } from '../../products/products/product.entity.js';
import { UnitOfWork } from '../../platform/work/unit-of-work.service.js';
import { endLinesWhere } from './end-lines-where.js';
import { Line } from './line.entity.js';
import { PRESENT_IN_MAIN_LINES } from './lines.sql.js';
import { presentInProposals } from './present-in-proposals.js';

/** A line and how many findings are present in it. */
export interface PresentLine {
  line: Line;
  findingsPresent: number;
}

/** The lines of a product. */
@Injectable()
export class LinesService {
  constructor(
    private readonly replicas: ReplicaReads,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Those that have runs and have not ended, by arrival. */
  list(product: Product): Promise<PresentLine[]> {
    return this.replicas.read(async (manager) => {
      const { organizationId, id: productId } = product;
      const lines = await manager.find(Line, {
        where: { organizationId, productId, endedAt: IsNull(), lastNumber: Not(IsNull()) },
        order: { firstNumber: 'ASC' },
      });
      const present = await presentInMainLines(manager, product);
      const proposals = lines.filter(({ kind }) => kind === 'proposal').map(({ number }) => number);
      const proposed = await presentInProposals(manager, product, proposals);
      return lines.map((line) => {
        const { number } = line;
        return { line, findingsPresent: proposed.get(number) ?? present.get(number) ?? 0 };
      });
    });
  }

  /** @throws NotFound, LineEnded */
  async end({ organizationId, id: productId }: Product, id: string): Promise<PresentLine> {
    return this.unitOfWork.run(async (change) => {
      const ended = await endLinesWhere(change, organizationId, 'l.product_id = :productId AND l.id = :id', {
        productId,
        id,
      });
      const line = await change.tx.findOneBy(Line, { organizationId, productId, id });
      if (ended > 0) return { line: line!, findingsPresent: 0 };
      throw line?.endedAt ? new LineEnded() : new NotFound('line');
    });
  }
}

/** How many findings are present in each main line of a product, by its number. */
async function presentInMainLines(
  tx: EntityManager,
  { organizationId, id: productId }: ProductKey,
): Promise<Map<number, number>> {
  const counts = await query(tx, PRESENT_IN_MAIN_LINES, [organizationId, productId]);
  return new Map(counts.map(({ line, count }) => [line, count]));
}
