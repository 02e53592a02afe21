import { Injectable } from '@nestjs/common';
import { Pagination } from '../lists/pagination.js';
import { ReplicaReads } from '../lists/replica-reads.js';
import type { Organization } from '../organizations/organization.entity.js';
import type { Product } from '../products/product.entity.js';
import type { ActivityEntry, AuditEntry, Feed, FeedQuery } from './dto/feed.dto.js';
import { type FeedFilter, feedFilter } from './feed-filter.js';
import { DEEP_FEED, FEED, UNCOUNTED_DEEP_FEED, UNCOUNTED_FEED } from './feed-sql.js';

type Entry = ActivityEntry | AuditEntry;
type Row = Omit<Feed, 'pagination'> & { total: number | null };

// Adding up the weeks of fifty products takes as long as reading this many entries.
const DEEP_FROM = 20_000;

/** The merged stream of test activities and audits: one statement whatever the size of the scope. */
@Injectable()
export class FeedsService {
  constructor(private readonly replicas: ReplicaReads) {}

  async read(organization: Organization, product: Product | undefined, query: FeedQuery): Promise<Feed> {
    const { page, pageSize } = query;
    const filter = feedFilter(query, organization.enabledModules.includes('audits'));
    const offset = (page - 1) * pageSize;
    const isFiltered = filter.triggers !== null || filter.environments !== null;
    const [counted, uncounted] =
      offset > DEEP_FROM && !isFiltered ? [DEEP_FEED, UNCOUNTED_DEEP_FEED] : [FEED, UNCOUNTED_FEED];
    const [{ total, entries, ...facets }] = await this.replicas.read((manager) =>
      manager.query<[Row]>(query.total ? counted : uncounted, [
        organization.id,
        product?.id ?? null,
        ...parametersOf(filter),
        pageSize,
        offset,
      ]),
    );
    return {
      entries: entries.map((entry) => toEntry(entry, product !== undefined)),
      ...facets,
      pagination: Pagination.of({ page, pageSize, total }),
    };
  }
}

const parametersOf = (filter: FeedFilter): unknown[] => [
  filter.triggers,
  filter.withoutContext,
  filter.environments,
  filter.previews,
  filter.withoutEnvironment,
  filter.audits,
];

function toEntry({ productName, productSlug, ...entry }: Entry, inProduct: boolean): Entry {
  const where = inProduct ? {} : { productName, productSlug };
  return { ...entry, occurredAt: new Date(entry.occurredAt), ...where } as Entry;
}
