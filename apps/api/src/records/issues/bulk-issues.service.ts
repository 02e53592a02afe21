import { query } from '#libs/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { bulkEvent } from '../../platform/events/event-draft.js';
import { asSeen } from '../../platform/lists/as-seen.js';
import type { BulkDeleted, BulkIds, BulkUpdated } from '../../platform/lists/bulk.dto.js';
import { pickDefined } from '../../platform/lists/changed-fields.js';
import { notFoundOf } from '../../platform/lists/not-found-of.js';
import type { Organization } from '../../accounts/organizations/organization.entity.js';
import { productOf } from '../../products/products/product-key.js';
import { runsLock, timeBetweenRuns } from '../../products/products/product-records.js';
import type { ChangeContext } from '../../platform/work/change-context.js';
import { UnitOfWork } from '../../platform/work/unit-of-work.service.js';
import { changeIssues } from './change-issues.js';
import type { IssueBulkData } from './dto/issue.dto.js';
import { IssuesService } from './issues.service.js';
import { requirePeople, setByPerson } from './people-of-issues.js';
import { FIND, type FoundIssue, LOCK } from './issues.sql.js';

/** Sends issues to a tracker, as part of a change. */
type LinkMany = (
  change: ChangeContext,
  organizationId: string,
  connectionId: string,
  issues: readonly FoundIssue[],
) => Promise<void>;

/** Changes and deletes of many issues at once: all or nothing, and never beyond the organization. */
@Injectable()
export class BulkIssuesService {
  private linkBy: LinkMany | undefined;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly issues: IssuesService,
  ) {}

  /** Registers how issues are sent to a tracker; the trackers module provides it. */
  linkManyBy(linkBy: LinkMany): void {
    this.linkBy = linkBy;
  }

  async update(organization: Organization, named: BulkIds, data: IssueBulkData): Promise<BulkUpdated> {
    const { ids } = named;
    return this.unitOfWork.run(async (change) => {
      await requirePeople(change.tx, organization.id, data, '/data');
      const given = pickDefined(
        data,
        'state',
        'severity',
        'impact',
        'effort',
        'priority',
        'assigneeId',
        'teamId',
        'dueAt',
      );
      const changes = { ...given, ...setByPerson(given) };
      const at =
        data.state &&
        (await timeBetweenRuns(change, organization.id, await this.productsNamed(change.tx, organization, ids)));
      const read = named.revisions && (await this.lock(change.tx, organization, named));
      const issues = await changeIssues(
        change,
        organization.id,
        read ? read.seen.map(({ id }) => id) : ids,
        changes,
        at,
      );
      const changed = issues.filter(({ isChanged }) => isChanged);
      if (changed.length > 0) {
        const fields = Object.entries(changes).map(([field, to]) => ({ field, from: null, to }));
        change.record(bulkEvent('issue.bulk_updated', organization.id, `${changed.length} issues`, changed, fields));
        change.regradeAfterwards(...changed.map(productOf));
      }
      if (data.connectionId) await this.linkBy?.(change, organization.id, data.connectionId, issues);
      return { updated: issues.length, notFound: notFoundOf(ids, read?.found ?? issues), skipped: read?.skipped };
    });
  }

  async delete(organization: Organization, named: BulkIds): Promise<BulkDeleted> {
    const { ids } = named;
    return this.unitOfWork.run(async (change) => {
      await change.lock(runsLock(organization.id, await this.productsNamed(change.tx, organization, ids)));
      const { found, seen: issues, skipped } = await this.lock(change.tx, organization, named);
      if (issues.length > 0) {
        await this.issues.remove(change, organization.id, issues);
        change.record(bulkEvent('issue.bulk_deleted', organization.id, `${issues.length} issues`, issues));
      }
      return { deleted: issues.length, notFound: notFoundOf(ids, found), skipped };
    });
  }

  /** Locks the issues that a request names, and parts them by whether they are as the caller has seen them. */
  private async lock(tx: EntityManager, organization: Organization, named: BulkIds) {
    const found = await query(tx, LOCK, [organization.id, named.ids]);
    return { found, ...asSeen(found, named) };
  }

  private async productsNamed(
    tx: EntityManager,
    organization: Organization,
    ids: readonly string[],
  ): Promise<string[]> {
    return productsOf(await query(tx, FIND, [organization.id, ids]));
  }
}

const productsOf = (issues: readonly FoundIssue[]): string[] => [...new Set(issues.map(({ productId }) => productId))];
