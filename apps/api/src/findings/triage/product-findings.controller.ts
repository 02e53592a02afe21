import { Body, Controller, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { CurrentOrganization, CurrentPrincipal, CurrentProduct, type Principal } from '../../platform/http/current.js';
import { type CreatedOrFound, Endpoint, RequireModule, Resource } from '../../platform/http/endpoint.js';
import { withRevision } from '../../platform/http/entity-tag.js';
import { RecordId } from '../../platform/http/record-number.pipe.js';
import { IssueDto } from '../../records/issues/dto/issue.dto.js';
import { IssuesService } from '../../records/issues/issues.service.js';
import { pathOfIssue } from '../../records/issues/path-of-issue.js';
import { Organization } from '../../accounts/organizations/organization.entity.js';
import { Product } from '../../products/products/product.entity.js';
import { withCurrentOnConflict } from '../../platform/work/check-if-match.js';
import { endedDismissalOf } from './dismissal.js';
import { FindingGroupPage, FindingGroupsQuery } from './dto/finding-groups.dto.js';
import { FindingDto, FindingPage, ListProductFindingsQuery } from './dto/finding.dto.js';
import { type DetailedFindingDto, FindingEnvelope } from './dto/finding-details.dto.js';
import { AnswerPages } from './dto/pages.dto.js';
import { ConfirmedFinding, ConfirmFinding, DecidedFinding, DismissFinding, UpdateFinding } from './dto/triage.dto.js';
import { type DetailedFinding, FindingsService } from './findings.service.js';
import { actionsOf } from './lifecycle.js';
import { PageAnswersService } from './pages/page-answers.service.js';
import { TriageService } from './triage.service.js';

/** The findings of a product and their triage. */
@RequireModule('testing')
@Resource('findings')
@Controller('v1/organizations/:orgId/products/:productSlug/findings')
export class ProductFindingsController {
  constructor(
    private readonly findings: FindingsService,
    private readonly triage: TriageService,
    private readonly answers: PageAnswersService,
    private readonly issues: IssuesService,
  ) {}

  @Get()
  @Endpoint({
    summary: 'List the findings of a product',
    access: 'member',
    returns: FindingPage,
    refuses: { 400: ['search_too_broad'] },
  })
  async list(
    @CurrentOrganization() organization: Organization,
    @CurrentProduct() product: Product,
    @Query() query: ListProductFindingsQuery,
  ): Promise<FindingPage> {
    const { items, ...page } = await this.findings.page({ organization, product }, query);
    return { findings: items.map(FindingDto.from), ...page };
  }

  @Get('groups')
  @Endpoint({
    summary: 'Count the findings of a product in groups, by rule or other common values',
    access: 'member',
    returns: FindingGroupPage,
    refuses: { 400: ['search_too_broad'] },
  })
  async group(
    @CurrentOrganization() organization: Organization,
    @CurrentProduct() product: Product,
    @Query() query: FindingGroupsQuery,
  ): Promise<FindingGroupPage> {
    return this.findings.groups({ organization, product }, query);
  }

  @Get(':findingId')
  @Endpoint({ summary: 'Read a finding with its pages', access: 'member', returns: FindingEnvelope })
  async read(
    @CurrentOrganization() organization: Organization,
    @CurrentProduct() product: Product,
    @Param('findingId', RecordId) id: string,
  ): Promise<FindingEnvelope> {
    return envelope(await this.findings.read(organization, product, id));
  }

  @Patch(':findingId')
  @Endpoint({
    summary: 'Edit the texts of a finding',
    description: 'Scans no longer change the edited fields.',
    guarded: true,
    access: 'member',
    returns: FindingEnvelope,
  })
  async update(
    @CurrentOrganization() organization: Organization,
    @CurrentProduct() product: Product,
    @Param('findingId', RecordId) id: string,
    @Body() body: UpdateFinding,
  ): Promise<FindingEnvelope> {
    await withCurrentOnConflict(this.triage.update(product, id, body), () => this.read(organization, product, id));
    return this.read(organization, product, id);
  }

  @Post(':findingId/confirm')
  @Endpoint({
    summary: 'Confirm a finding as an issue',
    access: 'member',
    returns: ConfirmedFinding,
    created: 'or-found',
    found: 'An existing issue was linked, by `issueNumber` or an earlier call; no new one was created.',
    refuses: { 409: ['finding_resolved', 'product_archived', 'limit_reached'] },
  })
  async confirm(
    @CurrentOrganization() organization: Organization,
    @CurrentProduct() product: Product,
    @CurrentPrincipal() { userId }: Principal,
    @Param('findingId', RecordId) id: string,
    @Body() body: ConfirmFinding,
  ): Promise<CreatedOrFound<ConfirmedFinding>> {
    const { created, issueNumber, decision } = await this.triage.confirm(organization, product, id, body, userId);
    const issue = IssueDto.from(await this.issues.read(product, issueNumber));
    return {
      body: {
        finding: detailed(await this.findings.read(organization, product, id)),
        issue,
        decision: decisionOf(decision),
      },
      location: created ? pathOfIssue(product, issueNumber) : undefined,
    };
  }

  @Post(':findingId/dismiss')
  @Endpoint({
    summary: 'Dismiss a finding; scans may continue to report it',
    description: 'Dismissing again changes the reason. After `until`, the finding is pending again.',
    access: 'member',
    returns: DecidedFinding,
    refuses: { 409: ['finding_confirmed', 'finding_resolved'] },
  })
  async dismiss(
    @CurrentOrganization() organization: Organization,
    @CurrentProduct() product: Product,
    @CurrentPrincipal() { userId }: Principal,
    @Param('findingId', RecordId) id: string,
    @Body() body: DismissFinding,
  ): Promise<DecidedFinding> {
    const decision = await this.triage.dismiss(product, id, body, userId);
    return this.decided(organization, product, id, decision);
  }

  @Post(':findingId/pages')
  @Endpoint({
    summary: 'Decide on new pages of a finding',
    description:
      'Proposals with the finding on these pages no longer report them; the status of the finding is not changed. The decision remains valid after the merge.',
    access: 'member',
    returns: FindingEnvelope,
    refuses: { 409: ['finding_not_confirmed'] },
  })
  async answerPages(
    @CurrentOrganization() organization: Organization,
    @CurrentProduct() product: Product,
    @Param('findingId', RecordId) id: string,
    @Body() body: AnswerPages,
  ): Promise<FindingEnvelope> {
    await this.answers.answer(product, id, body);
    return envelope(await this.findings.read(organization, product, id));
  }

  @Post(':findingId/reopen')
  @Endpoint({
    summary: 'Reopen a dismissed or resolved finding',
    description:
      'It is unlinked from its issue, which is not changed. Confirming it creates a new issue, unless `issueNumber` names the former one.',
    access: 'member',
    returns: DecidedFinding,
    refuses: { 409: ['finding_confirmed'] },
  })
  async reopen(
    @CurrentOrganization() organization: Organization,
    @CurrentProduct() product: Product,
    @CurrentPrincipal() { userId }: Principal,
    @Param('findingId', RecordId) id: string,
  ): Promise<DecidedFinding> {
    const decision = await this.triage.reopen(product, id, userId);
    return this.decided(organization, product, id, decision);
  }

  private async decided(
    organization: Organization,
    product: Product,
    id: string,
    decision: string | null,
  ): Promise<DecidedFinding> {
    const finding = await this.findings.read(organization, product, id);
    return withRevision({ finding: detailed(finding), decision: decisionOf(decision) }, finding.finding);
  }
}

const decisionOf = (id: string | null) => (id === null ? null : { id });

/** The maximum number of pages that a finding shows; their count is complete. */
const SHOWN_PAGES = 100;

function detailed(read: DetailedFinding): DetailedFindingDto {
  const { finding, occurrences, where, issue, lines, criteria, functionalNeeds, outsideStandard, similar, picture } =
    read;
  const shown = FindingDto.from(read);
  return {
    ...shown,
    snippet: finding.snippet,
    helpUrl: finding.helpUrl,
    occurrences,
    pages: where.pages.slice(0, SHOWN_PAGES),
    pageCount: where.pages.length,
    pagesToldApart: where.areDistinguished,
    lines: lines.map((line) => ({ ...line, present: where.lineIds.has(line.id) })),
    criteria,
    functionalNeeds,
    outsideStandard,
    endedDismissal: endedDismissalOf(finding),
    similar,
    issue,
    picture: picture && { url: pathOfPicture(finding, shown.productSlug), ...picture },
    actions: actionsOf(shown.status, finding.landed && where.isInProposal),
  };
}

const pathOfPicture = ({ organizationId, id }: DetailedFinding['finding'], productSlug: string): string =>
  `/v1/organizations/${organizationId}/products/${productSlug}/findings/${id}/picture`;

const envelope = (finding: DetailedFinding): FindingEnvelope =>
  withRevision({ finding: detailed(finding) }, finding.finding);
