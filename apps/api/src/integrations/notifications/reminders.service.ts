import { clock } from '#libs/clock';
import { inTransaction, query } from '#libs/database';
import { DAY_MS } from '#libs/dates';
import { Jobs } from '#libs/jobs';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { FutureAudits } from '../../records/audits/future-audits.js';
import { reviewBy } from '../../reporting/conformance/publishing/public-state.js';
import { Organization } from '../../accounts/organizations/organization.entity.js';
import { MANAGERS, PRODUCTS_TO_NOTIFY } from './notices.sql.js';
import { ORGANIZATIONS_WITH_DUTIES, REPORTS_TO_REVIEW, REVIEW_AHEAD_DAYS, REMINDER_DAYS } from './reminders.sql.js';
import { notify, type AddressedNotification } from './notify.js';
import { productNotification, reportNotification } from './new-notifications.js';

/** Tells people of audits and reviews of reports that are due, each once. */
@Injectable()
export class Reminders implements OnModuleInit {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly jobs: Jobs,
    private readonly futureAudits: FutureAudits,
  ) {}

  onModuleInit(): void {
    this.jobs.schedule('37 5 * * *', 'tell_of_duties', () => this.remindOfDuties());
  }

  private async remindOfDuties(): Promise<void> {
    for (const { id, audits, reports } of await query(this.database.manager, ORGANIZATIONS_WITH_DUTIES, [])) {
      const notifications = [...(audits ? await this.audits(id) : []), ...(reports ? await this.reviews(id) : [])];
      if (notifications.length === 0) continue;
      const managers = (await query(this.database.manager, MANAGERS, [id])).map(({ userId }) => userId);
      const each = notifications.map(({ userIds, notification }) => ({
        userIds: userIds.length > 0 ? userIds : managers,
        notification,
      }));
      await inTransaction(this.database, (tx) => notify(tx, id, each));
    }
  }

  /** A product that was never audited is no news: its list says so from the first day. */
  private async audits(organizationId: string): Promise<AddressedNotification[]> {
    const organization = await this.database.manager.findOneBy(Organization, { id: organizationId });
    if (!organization) return [];
    const now = clock.now();
    const due = new Map(
      (await this.futureAudits.list(organization, now))
        .filter(({ lastAuditDate, nextAuditDate }) => lastAuditDate !== null && isDueLately(nextAuditDate, now))
        .map(({ productId, nextAuditDate }) => [productId, nextAuditDate]),
    );
    if (due.size === 0) return [];
    const products = await query(this.database.manager, PRODUCTS_TO_NOTIFY, [organizationId, [...due.keys()]]);
    return products.map(({ responsiblePersonId, ...product }) => ({
      userIds: listOf(responsiblePersonId),
      notification: productNotification('audit_due', product, null, systemOrigin(due.get(product.id)!)),
    }));
  }

  private async reviews(organizationId: string): Promise<AddressedNotification[]> {
    const now = clock.now();
    const reports = await query(this.database.manager, REPORTS_TO_REVIEW, [organizationId]);
    return reports.flatMap(({ responsiblePersonId, publishedAt, reviewedAt, ...report }): AddressedNotification[] => {
      const from = new Date(reviewBy({ publishedAt, reviewedAt }).getTime() - REVIEW_AHEAD_DAYS * DAY_MS);
      const notification = reportNotification('review_waiting', report, systemOrigin(from));
      return isDueLately(from, now) ? [{ userIds: listOf(responsiblePersonId), notification }] : [];
    });
  }
}

const isDueLately = (moment: Date, now: Date): boolean =>
  moment <= now && moment.getTime() > now.getTime() - REMINDER_DAYS * DAY_MS;

const listOf = (id: string | null): string[] => (id === null ? [] : [id]);

const systemOrigin = (since: Date) => ({ actorUserId: null, actorName: null, since });
