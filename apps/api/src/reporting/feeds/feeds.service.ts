import { query } from '#libs/database';
import { NIL_ID } from '#libs/ids';
import { Injectable } from '@nestjs/common';
import type { Position } from '../../platform/lists/cursors.js';
import { refusePosition } from '../../platform/lists/errors.js';
import { Pagination } from '../../platform/lists/pagination.js';
import { currentPaging } from '../../platform/lists/paging.js';
import { ReplicaReads } from '../../platform/lists/replica-reads.js';
import type { Organization } from '../../accounts/organizations/organization.entity.js';
import type { Product } from '../../products/products/product.entity.js';
import type { ActivityEntry, AuditEntry, Feed, FeedQuery } from './dto/feed.dto.js';
import { feedFilter } from './feed-filter.js';
import { FEED } from './feeds.sql.js';

/** Before all entries. */
const START: Position = ['infinity', NIL_ID];

type Entry = ActivityEntry | AuditEntry;

/** The merged stream of test activities and audits: one statement whatever the size of the scope. */
@Injectable()
export class FeedsService {
  constructor(private readonly replicas: ReplicaReads) {}

  async read(organization: Organization, product: Product | undefined, request: FeedQuery): Promise<Feed> {
    const { page, pageSize } = request;
    const filter = feedFilter(request, organization.enabledModules.includes('audits'));
    const paging = currentPaging();
    const after = paging.after(2);
    const [before, beforeId] = after ?? START;
    const reading = this.replicas.read((manager) =>
      query(manager, FEED({ counted: request.total }), [
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
        before!,
        beforeId!,
      ]),
    );
    const [feed] = await (after ? reading.catch(refusePosition) : reading);
    const { total, entries, ...facets } = feed!;
    const last = entries.at(-1);
    if (last && entries.length === pageSize) paging.goOnBehind([String(last.occurredAt), last.id]);
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
