import { query } from '#libs/database';
import { mapInSlices } from '#libs/queues';
import { Injectable } from '@nestjs/common';
import { ReplicaReads } from '../../../platform/lists/replica-reads.js';
import type { Product } from '../../../products/products/product.entity.js';
import { pageAddress } from '../inventory/page-address.js';
import type { PageInsights } from './dto/page-insights.dto.js';
import {
  ADDRESSES_OF_PEOPLE,
  COUNT_ADDRESSES,
  LAST_RUNS,
  PAGES_BY_AREA,
  PAGES_BY_TEMPLATE,
  RUNS_BY_WEEK,
} from './page-insights.sql.js';

const NONE = { pages: 0, withFindings: 0, withoutFindings: 0, notLookedAt: 0 };

/** What is known of the pages of a product. Six statements. */
@Injectable()
export class PageInsightsService {
  constructor(private readonly replicas: ReplicaReads) {}

  async read({ organizationId, id }: Product): Promise<PageInsights> {
    return this.replicas.read(async (manager) => {
      const of: [organizationId: string, productId: string] = [organizationId, id];
      const byArea = await query(manager, PAGES_BY_AREA, of);
      const total = byArea.find(({ isTotal }) => isTotal) ?? NONE;
      const addresses = await query(manager, ADDRESSES_OF_PEOPLE, of);
      const pageAddresses = await mapInSlices(addresses, ({ url }) => pageAddress(url));
      const keys = pageAddresses.flatMap((address) => (typeof address === 'string' ? [] : [address.addressKey]));
      const [audited] = await query(manager, COUNT_ADDRESSES, [...of, keys]);
      return {
        total: figuresOf(total),
        neverAudited: total.pages - audited!.count,
        areas: byArea
          .filter(({ isTotal }) => !isTotal)
          .map(({ areaId, ...figures }) => ({ areaId, ...figuresOf(figures) })),
        templates: await query(manager, PAGES_BY_TEMPLATE, of),
        weeks: await query(manager, RUNS_BY_WEEK, of),
        lastRuns: await query(manager, LAST_RUNS, of),
      };
    });
  }
}

const figuresOf = ({ pages, withFindings, withoutFindings, notLookedAt }: typeof NONE): typeof NONE => ({
  ...{ pages, withFindings, withoutFindings, notLookedAt },
});
