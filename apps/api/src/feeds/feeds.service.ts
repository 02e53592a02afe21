import { query } from '#libs/database';
import { Injectable } from '@nestjs/common';
import { Pagination } from '../lists/pagination.js';
import { ReplicaReads } from '../lists/replica-reads.js';
import type { Organization } from '../organizations/organization.entity.js';
import type { Product } from '../products/product.entity.js';
import type { ActivityEntry, AuditEntry, Feed, FeedQuery } from './dto/feed.dto.js';
import { feedFilter } from './feed-filter.js';
import { FEED } from './feeds.sql.js';

type Entry = ActivityEntry | AuditEntry;

/** The merged stream of test activities and audits: one statement whatever the size of the scope. */
@Injectable()
export class FeedsService {
  constructor(private readonly replicas: ReplicaReads) {}

  async read(organization: Organization, product: Product | undefined, asked: FeedQuery): Promise<Feed> {
    const { page, pageSize } = asked;
    const filter = feedFilter(asked, organization.enabledModules.includes('audits'));
    const [feed] = await this.replicas.read((manager) =>
      query(manager, FEED({ counted: asked.total }), [
        organization.id,
        product?.id ?? null,
        filter.triggers,
        filter.withoutContext,
        filter.environments,
        filter.previews,
        filter.withoutEnvironment,
        filter.audits,
        pageSize,
        (page - 1) * pageSize,
      ]),
    );
    const { total, entries, ...facets } = feed!;
    return {
      entries: entries.map((entry) => toEntry(entry, product !== undefined)),
      ...facets,
      pagination: Pagination.of({ page, pageSize, total }),
    };
  }
}

function toEntry({ productName, productSlug, ...entry }: Entry, inProduct: boolean): Entry {
  const where = inProduct ? {} : { productName, productSlug };
  return { ...entry, occurredAt: new Date(entry.occurredAt), ...where } as Entry;
}
