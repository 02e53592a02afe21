import type { Role } from '#libs/access';
import { ReplicaReads } from '#libs/replica-reads';
import type { Page } from '#libs/paging';
import { filterBy, pickDefined } from '#libs/rows';
import { Injectable } from '@nestjs/common';
import { Event } from '../events/event.entity.js';
import type { Organization } from '../organizations/organization.entity.js';
import type { Product } from '../products/product.entity.js';
import type { ListChangesQuery } from './dto/change.dto.js';

/** The change log of an organization or of one of its products. */
@Injectable()
export class ChangesService {
  constructor(private readonly replicas: ReplicaReads) {}

  /**
   * A page of the log. Events about invitations are only for members who may invite: invitation ids together with
   * addresses would help to impersonate the recipients.
   * @param role the role of the viewer, or of the owner of the viewer's key
   */
  page(
    { organization, product }: { organization: Organization; product?: Product },
    query: ListChangesQuery,
    role: Role | undefined,
  ): Promise<Page<Event>> {
    return this.replicas.read(async (manager) => {
      const { page, pageSize, since, until } = query;
      const rows = manager.createQueryBuilder(Event, 'event');
      rows.where('event.organizationId = :organizationId', { organizationId: organization.id });
      if (product) rows.andWhere('event.productId = :productId', { productId: product.id });
      if (role !== 'admin' && role !== 'owner') rows.andWhere(`event.subjectKind <> 'invitation'`);
      filterBy(rows, pickDefined(query, 'type', 'actorId', 'subjectKind'));
      if (since) rows.andWhere('event.at >= :since', { since });
      if (until) rows.andWhere('event.at < :until', { until });
      const total = await rows.getCount();
      const offset = (page - 1) * pageSize;
      if (offset >= total) return { items: [], total, page, pageSize };
      rows.orderBy('event.at', 'DESC').addOrderBy('event.id', 'DESC').limit(pageSize).offset(offset);
      return { items: await rows.getMany(), total, page, pageSize };
    });
  }
}
