import { query } from '#libs/database';
import { Module, type OnModuleInit } from '@nestjs/common';
import { AuditsModule } from '../../records/audits/audits.module.js';
import { AuditsService } from '../../records/audits/audits.service.js';
import { CommentsModule } from '../../records/comments/comments.module.js';
import { EvidenceModule } from '../../records/evidence/evidence.module.js';
import { EvidenceService } from '../../records/evidence/evidence.service.js';
import { Memberships } from '../../accounts/organizations/members/memberships.js';
import { OrganizationsModule } from '../../accounts/organizations/organizations.module.js';
import { AreasService } from '../../products/products/areas.service.js';
import { ProductsModule } from '../../products/products/products.module.js';
import { AuditCommentsController } from './audit-comments.js';
import { AssignmentsController } from './assignments/assignments.controller.js';
import { AssignmentsService, endAssignments } from './assignments/assignments.service.js';
import { ComparisonService } from './comparison/comparison.service.js';
import { keepVerdicts, loadState, untestedRequirements } from './evaluation-state.js';
import { requireFree } from './evidence-of-outcomes.js';
import { forgetPerson } from './forget-person.js';
import { GridService } from './outcomes/grid.service.js';
import { OutcomeIssuesService } from './outcomes/outcome-issues.service.js';
import { OutcomesController } from './outcomes/outcomes.controller.js';
import { OutcomesService } from './outcomes/outcomes.service.js';
import { AuditProgressController } from './progress/progress.controller.js';
import { beginRetest } from './retest.js';
import { SampleController } from './sample/sample.controller.js';
import { SampleService } from './sample/sample.service.js';
import { CLEAR_AREA } from './sample/sample.sql.js';
import { Quotas } from '../../accounts/organizations/quotas.service.js';

/** What audits examined, where, and with which outcome. */
@Module({
  imports: [OrganizationsModule, ProductsModule, AuditsModule, CommentsModule, EvidenceModule],
  controllers: [
    SampleController,
    OutcomesController,
    AssignmentsController,
    AuditProgressController,
    AuditCommentsController,
  ],
  providers: [SampleService, OutcomesService, GridService, OutcomeIssuesService, AssignmentsService, ComparisonService],
})
export class EvaluationModule implements OnModuleInit {
  constructor(
    private readonly audits: AuditsService,
    private readonly areas: AreasService,
    private readonly memberships: Memberships,
    private readonly quotas: Quotas,
    private readonly evidence: EvidenceService,
  ) {}

  onModuleInit(): void {
    this.audits.listUntestedBy(async (tx, audit) =>
      (await untestedRequirements(await loadState(tx, audit))).map(summaryOf),
    );
    this.audits.onCompletion.push(keepVerdicts);
    this.audits.onRetest.push((change, audit, retested) =>
      beginRetest(change, this.quotas.of(audit.organizationId), audit, retested),
    );
    this.areas.beforeRemoval.add(({ tx }, { organizationId, productId, id }) =>
      query(tx, CLEAR_AREA, [organizationId, productId, id]),
    );
    this.evidence.beforeRemoval.add(requireFree);
    this.memberships.onMembershipEnd(endAssignments);
    this.memberships.onAccountDelete(({ tx }, person) => forgetPerson(tx, person));
  }
}

const summaryOf = ({ requirementId, number, name }: { requirementId: string; number: string; name: string }) => ({
  requirementId,
  number,
  name,
});
