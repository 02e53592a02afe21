import { query } from '#libs/database';
import { Jobs } from '#libs/jobs';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { bulkEvent } from '../../../platform/events/event-draft.js';
import { changeSettings } from '../../../accounts/organizations/change-settings.js';
import { changedDeadlines, type GivenDeadlines } from '../../../accounts/organizations/deadlines.js';
import type { Deadlines, Organization } from '../../../accounts/organizations/organization.entity.js';
import { UnitOfWork } from '../../../platform/work/unit-of-work.service.js';
import { ACTIVE_PRODUCTS, COUNT_TO_DATE, DATE, type DatedIssues } from './deadlines.sql.js';

const APPLY = 'apply_deadlines';
const AT_ONCE = 1000;

/** The deadlines of an organization. What is open keeps its dates until they are applied to it. */
@Injectable()
export class DeadlinesService implements OnModuleInit {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly jobs: Jobs,
  ) {}

  onModuleInit(): void {
    this.jobs.handle<{ organizationId: string }>(APPLY, ({ organizationId }) => this.dateAll(organizationId));
  }

  async update(organization: Organization, given: GivenDeadlines): Promise<Deadlines | null> {
    return this.unitOfWork.run(async (change) => {
      const { after } = await changeSettings(change, organization, 'organization.settings_updated', (current) => ({
        deadlines: changedDeadlines(current.deadlines, given),
      }));
      return after.deadlines;
    });
  }

  /** What the deadlines would do to open issues. Unless it is tried only, a job does it. */
  async apply({ id, name }: Organization, isTrial: boolean): Promise<DatedIssues> {
    return this.unitOfWork.run(async (change) => {
      const [counts] = await query(change.tx, COUNT_TO_DATE, [id]);
      if (isTrial) return counts!;
      change.record({ organizationId: id, type: 'organization.deadlines_applied', subject: { id, title: name } });
      await this.jobs.add(change.tx, APPLY, { organizationId: id }, { key: `${APPLY}:${id}`, queue: APPLY });
      return counts!;
    });
  }

  /** Product by product, and some issues at once, so that nobody waits long for a lock. */
  private async dateAll(organizationId: string): Promise<void> {
    for (const { id: productId } of await query(this.database, ACTIVE_PRODUCTS, [organizationId]))
      while ((await this.date(organizationId, productId)) === AT_ONCE);
  }

  private async date(organizationId: string, productId: string): Promise<number> {
    return this.unitOfWork.run(async (change) => {
      const [dated] = await query(change.tx, DATE, [organizationId, productId, AT_ONCE]);
      const { count, ids } = dated!;
      const issues = ids.map((id) => ({ id, productId }));
      const changes = [
        { field: 'dueSetBy', from: null, to: 'rule' },
        { field: 'count', from: null, to: count },
      ];
      if (count > 0) change.record(bulkEvent('issue.bulk_updated', organizationId, `${count} issues`, issues, changes));
      return count;
    });
  }
}
