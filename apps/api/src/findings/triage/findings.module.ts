import { Module, type OnModuleInit } from '@nestjs/common';
import { CommentsModule } from '../../records/comments/comments.module.js';
import { EvidenceModule } from '../../records/evidence/evidence.module.js';
import { IssuesModule } from '../../records/issues/issues.module.js';
import { IssuesService } from '../../records/issues/issues.service.js';
import { ProductsModule } from '../../products/products/products.module.js';
import { TestActivitiesModule } from '../../records/test-activities/test-activities.module.js';
import { TestActivitiesService } from '../../records/test-activities/test-activities.service.js';
import { ActivityFindingsController } from './activity-findings.controller.js';
import { FindingCommentsController } from './finding-comments.js';
import { FindingEvidenceController } from './finding-evidence.js';
import { FindingsController } from './findings.controller.js';
import { FindingsService } from './findings.service.js';
import { ISSUE_VERDICT } from './issue-verdict.js';
import { ProductFindingsController } from './product-findings.controller.js';
import { activitiesOfLines } from './activities-of-lines.js';
import { FindingPictureController } from './pictures/finding-picture.controller.js';
import { FindingPictures } from './pictures/finding-pictures.service.js';
import { PageAnswersService } from './pages/page-answers.service.js';
import { resetToPending } from './reset-to-pending.js';
import { BulkTriageService } from './bulk-triage.service.js';
import { TriageService } from './triage.service.js';
import { UndoService } from './undo.service.js';
import { clearDecisionAuthor } from './clear-decision-author.js';
import { OwnershipRulesController } from './ownership/ownership-rules.controller.js';
import { OwnershipRulesService } from './ownership/ownership-rules.service.js';
import { Memberships } from '../../accounts/organizations/members/memberships.js';
import { OrganizationsModule } from '../../accounts/organizations/organizations.module.js';

@Module({
  imports: [CommentsModule, EvidenceModule, IssuesModule, OrganizationsModule, ProductsModule, TestActivitiesModule],
  controllers: [
    FindingsController,
    ProductFindingsController,
    ActivityFindingsController,
    FindingCommentsController,
    FindingEvidenceController,
    FindingPictureController,
    OwnershipRulesController,
  ],
  providers: [
    BulkTriageService,
    FindingsService,
    TriageService,
    PageAnswersService,
    UndoService,
    OwnershipRulesService,
    FindingPictures,
  ],
  exports: [FindingPictures],
})
export class FindingsModule implements OnModuleInit {
  constructor(
    private readonly issues: IssuesService,
    private readonly memberships: Memberships,
    private readonly activities: TestActivitiesService,
  ) {}

  onModuleInit(): void {
    this.memberships.onAccountDelete(({ tx }, person) => clearDecisionAuthor(tx, person));
    this.activities.findLinesBy(activitiesOfLines);
    this.issues.registerVerdict(ISSUE_VERDICT);
    this.issues.beforeRemoval.add(resetToPending);
  }
}
