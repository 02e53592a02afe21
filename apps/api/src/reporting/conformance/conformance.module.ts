import { Module, type OnModuleInit } from '@nestjs/common';
import { AuditsModule } from '../../records/audits/audits.module.js';
import { AuditsService } from '../../records/audits/audits.service.js';
import { CommentsModule } from '../../records/comments/comments.module.js';
import { IssuesModule } from '../../records/issues/issues.module.js';
import { IssuesService } from '../../records/issues/issues.service.js';
import { Memberships } from '../../accounts/organizations/members/memberships.js';
import { OrganizationsModule } from '../../accounts/organizations/organizations.module.js';
import { ProductsModule } from '../../products/products/products.module.js';
import { ProductsService } from '../../products/products/products.service.js';
import { StandardChanges } from '../../standards/standards/standard-changes.js';
import { StandardsModule } from '../../standards/standards/standards.module.js';
import { clearAudit, clearPerson, clearStandardOfReports, deleteTokens } from './clear-references.js';
import { ContradictionsController } from './contradictions/contradictions.controller.js';
import { ContradictionsService } from './contradictions/contradictions.service.js';
import { ConformanceExportsController } from './exports/exports.controller.js';
import { ReportImportsController } from './imports/report-imports.controller.js';
import { ReportImports } from './imports/report-imports.service.js';
import { PublicReportsController } from './public/public-reports.controller.js';
import { LiveStates } from './public/live-states.service.js';
import { PublishedReports } from './public/published-reports.service.js';
import { RenderedForms } from './public/rendered-forms.js';
import { keepGoneIssues } from './publishing/gone-issues.js';
import { PublishingController } from './publishing/publishing.controller.js';
import { PublishingService } from './publishing/publishing.service.js';
import { ReportDocuments } from './publishing/report-documents.service.js';
import { ReportCommentsController } from './reports/report-comments.js';
import { ReportEnvelopes } from './reports/report-envelopes.js';
import { OrganizationReportsController } from './reports/organization-reports.controller.js';
import { ConformanceReportsController } from './reports/reports.controller.js';
import { ReportRequirementsController } from './requirements/requirements.controller.js';
import { ReportRequirements } from './requirements/report-requirements.service.js';
import { ConformanceReportsService } from './reports/reports.service.js';
import { SuggestionsController } from './suggestions/suggestions.controller.js';
import { SuggestionsService } from './suggestions/suggestions.service.js';
import { VerdictsController } from './verdicts/verdicts.controller.js';
import { VerdictsService } from './verdicts/verdicts.service.js';

/** What is said to the outside of how accessible products are. */
@Module({
  imports: [OrganizationsModule, ProductsModule, StandardsModule, AuditsModule, IssuesModule, CommentsModule],
  controllers: [
    ConformanceReportsController,
    OrganizationReportsController,
    ReportCommentsController,
    ReportRequirementsController,
    VerdictsController,
    PublishingController,
    SuggestionsController,
    ContradictionsController,
    ConformanceExportsController,
    ReportImportsController,
    PublicReportsController,
  ],
  providers: [
    ConformanceReportsService,
    ReportRequirements,
    ReportEnvelopes,
    VerdictsService,
    PublishingService,
    ReportDocuments,
    SuggestionsService,
    ReportImports,
    ContradictionsService,
    LiveStates,
    PublishedReports,
    RenderedForms,
  ],
})
export class ConformanceModule implements OnModuleInit {
  constructor(
    private readonly products: ProductsService,
    private readonly audits: AuditsService,
    private readonly issues: IssuesService,
    private readonly standards: StandardChanges,
    private readonly memberships: Memberships,
  ) {}

  onModuleInit(): void {
    this.audits.beforeRemoval.add(clearAudit);
    this.standards.beforeRemoval.add(clearStandardOfReports);
    this.standards.beforeRequirementRemoval.add(keepGoneIssues);
    this.issues.beforeRemoval.add(keepGoneIssues);
    this.issues.beforeRelinking.add((change, { organizationId, id, requirementIds }) =>
      keepGoneIssues(change, { organizationId, ids: [id], kept: requirementIds }),
    );
    this.products.beforeRemoval.add(deleteTokens);
    this.memberships.onAccountDelete(clearPerson);
  }
}
