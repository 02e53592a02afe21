import { Settings } from '#libs/config';
import { query } from '#libs/database';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { type MailContent, MailQueue } from '../../platform/mails/mail-queue.service.js';
import { formulaNoticesDue, settleFormulaNotice } from '../../accounts/organizations/formula-notices.js';
import { adminAddresses } from '../../accounts/organizations/members/admin-addresses.js';
import { Organization } from '../../accounts/organizations/organization.entity.js';
import { UnitOfWork } from '../../platform/work/unit-of-work.service.js';
import { formulaMail } from './formula-mail.js';
import { FORMULA_VERSION } from './grade.js';
import { CHANGED_BY_FORMULA, OF_FORMER_FORMULA } from './grading.sql.js';

/** The kind of the mails. */
const FORMULA = 'formula_changed';

/**
 * Tells the admins of an organization, once all of its Grades are computed by another formula, which letters that has
 * changed: once in all.
 */
@Injectable()
export class FormulaNotices implements OnModuleInit {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly mailQueue: MailQueue,
    private readonly settings: Settings,
  ) {}

  onModuleInit(): void {
    this.mailQueue.registerComposer(FORMULA, (tx, { subjectId, recipient }) => this.compose(tx, subjectId!, recipient));
  }

  /** Tells those whose Grades have all been computed. */
  async tellDue(): Promise<void> {
    for (const organizationId of await formulaNoticesDue(this.database))
      if ((await query(this.database, OF_FORMER_FORMULA, [organizationId])).length === 0)
        await this.tell(organizationId);
  }

  private tell(organizationId: string): Promise<void> {
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      const title = await settleFormulaNotice(change, organizationId);
      const changed = await query(tx, CHANGED_BY_FORMULA, [organizationId]);
      if (title === undefined || changed.length === 0) return;
      change.record({
        organizationId,
        type: 'organization.formula_changed',
        subject: { id: organizationId, title },
        changes: [
          { field: 'formulaVersion', from: FORMULA_VERSION - 1, to: FORMULA_VERSION },
          { field: 'changedLetters', from: null, to: changed.length },
        ],
      });
      for (const recipient of await adminAddresses(tx, organizationId))
        await this.mailQueue.orderUnlimited(tx, { kind: FORMULA, recipient, subjectId: organizationId });
    });
  }

  /** To those who manage it still. */
  async compose(tx: EntityManager, id: string, recipient: string): Promise<MailContent | undefined> {
    const organization = await tx.findOneBy(Organization, { id });
    if (!organization || !(await adminAddresses(tx, id)).includes(recipient)) return undefined;
    return formulaMail(organization.name, await query(tx, CHANGED_BY_FORMULA, [id]), this.settings.publicUrl);
  }
}
