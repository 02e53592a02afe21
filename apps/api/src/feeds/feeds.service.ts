import { ListReader } from '#libs/lists';
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
  constructor(private readonly lists: ListReader) {}

  of(organization: Organization, product: Product | undefined, query: FeedQuery): Promise<Feed> {
    return this.lists.read(async (from) => {
      const scope = [organization.id, product?.id ?? null];
      const [facets] = await from.query<[Facets]>(FACETS, scope);
      const filter = feedFilter(query, organization.enabledModules.includes('audits'));
      const parameters = [...scope, ...parametersOf(filter, facets.environments)];
      const [{ total }] = await from.query<[{ total: number }]>(TOTAL, parameters);
      const { page, pageSize } = query;
      const offset = (page - 1) * pageSize;
      const entries =
        offset < total ? await from.query<{ entry: Entry }[]>(ENTRIES, [...parameters, pageSize, offset]) : [];
      return {
        entries: entries.map(({ entry }) => shown(entry, product !== undefined)),
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

function shown({ productName, productSlug, ...entry }: Entry, inProduct: boolean): Entry {
  const where = inProduct ? {} : { productName, productSlug };
  return { ...entry, occurredAt: new Date(entry.occurredAt), ...where } as Entry;
}
