import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Event } from '../../platform/events/event.entity.js';
import type { Role } from '../../platform/http/policy.js';
import { pickDefined } from '../../platform/lists/changed-fields.js';
import { type Condition, type PageOrder, type RecordList, recordsOf } from '../../platform/lists/page-of.js';
import type { Page } from '../../platform/lists/pagination.js';
import { currentPaging } from '../../platform/lists/paging.js';
import { ReplicaReads } from '../../platform/lists/replica-reads.js';
import type { Organization } from '../../accounts/organizations/organization.entity.js';
import type { Product } from '../../products/products/product.entity.js';
import type { ListChangesQuery } from '../../platform/events/dto/change.dto.js';
import { eventsAfter } from './following.js';

/** The change log of an organization or of one of its products. */
@Injectable()
export class ChangesService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly replicas: ReplicaReads,
  ) {}

  /**
   * A page of the log. Events about invitations are only for members who may invite: invitation ids together with
   * addresses would help to impersonate the recipients.
   * @param role the role of the viewer, or of the owner of the viewer's key
   */
  async page(
    { organization, product }: { organization: Organization; product?: Product },
    query: ListChangesQuery,
    role: Role | undefined,
  ): Promise<Page<Event>> {
    const { since, until } = query;
    const where: Condition[] = [];
    if (product) where.push((bind) => `l.product_id = ${bind(product.id)}`);
    if (role !== 'admin' && role !== 'owner') where.push(() => `l.subject_kind <> 'invitation'`);
    if (since) where.push((bind) => `l.at >= ${bind(since)}`);
    if (until) where.push((bind) => `l.at < ${bind(until)}`);
    const filters = pickDefined(query, 'type', 'actorId', 'subjectKind', 'subjectId');
    const list: RecordList = { owner: ['organization_id', organization.id], where, filters };
    if (query.order === 'asc') {
      const paging = currentPaging();
      const { page, pageSize } = { ...query, ...paging.part };
      const items = await eventsAfter(this.database.manager, list, paging.cursor, pageSize);
      if (items.length === pageSize) paging.next = items.at(-1)!.id;
      return { items, total: null, page, pageSize };
    }
    const order: PageOrder = { ...query, sortField: 'at', sortDirection: 'desc' };
    return this.replicas.read((manager) => recordsOf(manager, Event, list, order));
  }
}
