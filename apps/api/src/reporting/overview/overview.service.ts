import { clock } from '#libs/clock';
import { query } from '#libs/database';
import { Injectable } from '@nestjs/common';
import { FutureAudits } from '../../records/audits/future-audits.js';
import type { Letter } from '../../products/products/grade/codes.js';
import { ReplicaReads } from '../../platform/lists/replica-reads.js';
import type { ModuleName } from '../../accounts/organizations/modules.js';
import type { Organization } from '../../accounts/organizations/organization.entity.js';
import { dueReports } from './due-reports.js';
import type { Overview } from './dto/overview.dto.js';
import { NAMED, CURRENT_REPORTS, WAITING } from './overview.sql.js';

/** What waits in an organization: a fixed number of statements, of kept counts where there may be many records. */
@Injectable()
export class OverviewService {
  constructor(
    private readonly replicas: ReplicaReads,
    private readonly schedule: FutureAudits,
  ) {}

  async read(organization: Organization, userId: string | null, now = clock.now()): Promise<Overview> {
    const has = (module: ModuleName): boolean => organization.enabledModules.includes(module);
    const { waiting, reports } = await this.replicas.read(async (manager) => ({
      waiting: (await query(manager, WAITING, [organization.id, userId, now]))[0]!,
      reports: has('conformance') ? await query(manager, CURRENT_REPORTS, [organization.id, now]) : undefined,
    }));
    const audits = has('audits') ? await this.schedule.list(organization, now) : undefined;
    const overdue = audits?.filter(({ isOverdue }) => isOverdue);
    const due = reports && dueReports(reports, now);
    return {
      pendingFindings: has('testing') ? waiting.pendingFindings : null,
      openIssues: has('issues') ? { total: waiting.openIssues, own: waiting.ownIssues } : null,
      overdueAudits: overdue ? { total: overdue.length, audits: overdue.slice(0, NAMED) } : null,
      dueReports: due ? { total: due.length, reports: due.slice(0, NAMED) } : null,
      products: waiting.letters.map(({ letter, ...counts }) => ({ letter: letter as Letter | null, ...counts })),
      gradeChanges: waiting.gradeChanges.map(({ from, to, potentialLetter, at, ...product }) => ({
        ...product,
        from: from as Letter | null,
        to: to as Letter | null,
        potentialLetter: potentialLetter as Letter | null,
        at: new Date(at),
      })),
    };
  }
}
