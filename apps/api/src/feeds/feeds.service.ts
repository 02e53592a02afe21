import { ReplicaReads } from '#libs/replica-reads';
import { Injectable } from '@nestjs/common';
import type { Organization } from '../organizations/organization.entity.js';
import type { Product } from '../products/product.entity.js';
import type { ActivityEntry, AuditEntry, Feed, FeedQuery } from './dto/feed.dto.js';
import { type FeedFilter, feedFilter } from './feed-filter.js';
import { ENTRIES, FACETS, TOTAL } from './feed-sql.js';

type Facets = Pick<Feed, 'tools' | 'environments' | 'hasPreviewEnvironments'>;
type Entry = ActivityEntry | AuditEntry;

/** The merged stream of test activities and audits: three statements whatever the size of the scope. */
@Injectable()
export class FeedsService {
  constructor(private readonly replicas: ReplicaReads) {}

  read(organization: Organization, product: Product | undefined, query: FeedQuery): Promise<Feed> {
    return this.replicas.read(async (manager) => {
      const scope = [organization.id, product?.id ?? null];
      const [facets] = await manager.query<[Facets]>(FACETS, scope);
      const filter = feedFilter(query, organization.enabledModules.includes('audits'));
      const parameters = [...scope, ...parametersOf(filter, facets.environments)];
      const [{ total }] = await manager.query<[{ total: number }]>(TOTAL, parameters);
      const { page, pageSize } = query;
      const offset = (page - 1) * pageSize;
      const entries =
        offset < total ? await manager.query<{ entry: Entry }[]>(ENTRIES, [...parameters, pageSize, offset]) : [];
      return {
        entries: entries.map(({ entry }) => toEntry(entry, product !== undefined)),
        ...facets,
        pagination: { page, pageSize, total, totalPages: Math.ceil(total / pageSize) },
      };
    });
  }
}

const parametersOf = (filter: FeedFilter, real: readonly string[]): unknown[] => [
  filter.triggers,
  filter.withoutContext,
  filter.environments,
  filter.previews,
  filter.withoutEnvironment,
  filter.audits,
  real,
];

function toEntry({ productName, productSlug, ...entry }: Entry, inProduct: boolean): Entry {
  const where = inProduct ? {} : { productName, productSlug };
  return { ...entry, occurredAt: new Date(entry.occurredAt), ...where } as Entry;
}
