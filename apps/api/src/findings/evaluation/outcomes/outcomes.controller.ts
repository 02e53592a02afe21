import { InvalidInput } from '#libs/errors';
import { Body, Controller, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { AuditsService, type CountedAudit } from '../../../records/audits/audits.service.js';
import {
  CurrentOrganization,
  CurrentPrincipal,
  CurrentProduct,
  CurrentRecord,
  type Principal,
} from '../../../platform/http/current.js';
import { Endpoint, RequireModule, Resource } from '../../../platform/http/endpoint.js';
import type { LargeJson } from '../../../platform/http/large-json.js';
import { requireModule } from '../../../platform/http/refusal.js';
import { RecordNumber } from '../../../platform/http/record-number.pipe.js';
import { Pagination } from '../../../platform/lists/pagination.js';
import { Organization } from '../../../accounts/organizations/organization.entity.js';
import { Product } from '../../../products/products/product.entity.js';
import { decidedBy, entryNumber, outcomeDto, entryDto } from './dto/outcome-answers.js';
import {
  CopyOutcomes,
  DecidedOutcomes,
  DecideOutcomes,
  ListOutcomesQuery,
  OutcomeHistory,
  OutcomeHistoryQuery,
  OutcomePage,
} from './dto/outcome.dto.js';
import { IssueOpenedOfOutcomes, OpenIssueOfOutcomes } from './dto/outcome-issue.dto.js';
import { GridService } from './grid.service.js';
import { OutcomeIssuesService } from './outcome-issues.service.js';
import { OutcomesService } from './outcomes.service.js';

const IN_PROGRESS = ['audit_completed', 'product_archived'];

/** What an audit says of its requirements. */
@RequireModule('audits')
@Resource('audits')
@Controller('v1/organizations/:orgId/products/:productSlug/audits/:auditNumber/outcomes')
export class OutcomesController {
  constructor(
    private readonly outcomes: OutcomesService,
    private readonly grids: GridService,
    private readonly issuesOfOutcomes: OutcomeIssuesService,
  ) {}

  @Get()
  @Endpoint({
    summary: 'List the outcomes of an audit',
    description:
      '`view=grid` returns all outcomes at once without notes, with the requirements and the sample. While the audit is in progress and the module `testing` is enabled, findings at the address of an entry are proposed as failures.',
    access: 'member',
    place: 'audits',
    reads: AuditsService,
    returns: OutcomePage,
  })
  async listOutcomes(
    @CurrentOrganization() { enabledModules }: Organization,
    @CurrentProduct() product: Product,
    @CurrentRecord() { audit }: CountedAudit,
    @CurrentPrincipal() caller: Principal,
    @Query() query: ListOutcomesQuery,
  ): Promise<OutcomePage | LargeJson> {
    const tested = enabledModules.includes('testing') ? product : undefined;
    if (query.view === 'grid') return this.grids.read(audit, tested);
    const { assigneeId } = query;
    const assignee = assigneeId === 'me' ? caller.userId : assigneeId;
    const assigned = assigneeId === undefined ? null : await this.outcomes.assigned(audit, assignee ?? '');
    const wanted = query.requirementId?.map((id) => id.toLowerCase()) ?? null;
    const requirementIds = assigned
      ? assigned.requirementIds.filter((id) => wanted === null || wanted.includes(id))
      : wanted;
    const page = await this.outcomes.list(
      audit,
      { requirementIds, entry: requireEntry(query.entry), outcomes: query.outcome ?? null },
      query,
      tested,
    );
    return {
      outcomes: page.items.map(({ row, failure }) => outcomeDto(row, failure)),
      pagination: Pagination.of(page),
    };
  }

  @Patch()
  @Endpoint({
    summary: 'Set outcomes; all or none',
    description:
      'The first outcome fixes the standard and level of the audit. Favourable outcomes (`passed`, `inapplicable`) of an API key are proposals until a person accepts them.',
    access: 'member',
    returns: DecidedOutcomes,
    refuses: { 409: [...IN_PROGRESS, 'outcome_changed', 'limit_reached'] },
  })
  async decideOutcomes(
    @CurrentOrganization() { enabledModules }: Organization,
    @CurrentProduct() product: Product,
    @CurrentPrincipal() caller: Principal,
    @Param('auditNumber', RecordNumber) number: number,
    @Body() { outcomes }: DecideOutcomes,
  ): Promise<DecidedOutcomes> {
    const withFindings = enabledModules.includes('testing');
    return answer(await this.outcomes.decide(product, number, caller, outcomes, withFindings));
  }

  @Post('copy')
  @HttpCode(200)
  @Endpoint({
    summary: 'Copy the outcomes of an entry to other entries',
    description: 'Existing decisions are kept. `changed` counts all copies; the answer shows the first 1,000.',
    access: 'member',
    returns: DecidedOutcomes,
    refuses: { 409: [...IN_PROGRESS, 'limit_reached'] },
  })
  async copyOutcomes(
    @CurrentProduct() product: Product,
    @CurrentPrincipal() caller: Principal,
    @Param('auditNumber', RecordNumber) number: number,
    @Body() body: CopyOutcomes,
  ): Promise<DecidedOutcomes> {
    return answer(await this.outcomes.copy(product, number, caller, body));
  }

  @Post('issue')
  @Endpoint({
    summary: 'Create an issue for outcomes of an audit, or link an existing one',
    description:
      'The new issue names the audit, the requirement and the address of the first entry that has one, and is linked to the outcomes. With `issueNumber`, an existing issue of the product is linked instead.',
    access: 'member',
    returns: IssueOpenedOfOutcomes,
    created: true,
    refuses: { 409: [...IN_PROGRESS, 'limit_reached'] },
  })
  async openIssue(
    @CurrentOrganization() organization: Organization,
    @CurrentProduct() product: Product,
    @CurrentPrincipal() caller: Principal,
    @Param('auditNumber', RecordNumber) number: number,
    @Body() body: OpenIssueOfOutcomes,
  ): Promise<IssueOpenedOfOutcomes> {
    requireModule(organization.enabledModules, 'issues');
    return { issueNumber: await this.issuesOfOutcomes.open(product, number, caller, body) };
  }

  @Get('history')
  @Endpoint({
    summary: 'Read the history of outcomes, newest first',
    access: 'member',
    place: 'lists',
    reads: AuditsService,
    returns: OutcomeHistory,
  })
  async readHistory(
    @CurrentRecord() { audit }: CountedAudit,
    @Query() query: OutcomeHistoryQuery,
  ): Promise<OutcomeHistory> {
    const page = await this.outcomes.history(audit, query.requirementId ?? null, requireEntry(query.entry), query);
    const history = page.items.map(({ requirementId, entry, outcome, note, at, revision, ...by }) => ({
      requirementId,
      entry: entryDto(entry),
      outcome,
      note,
      by: decidedBy(by),
      at,
      revision,
    }));
    return { history, pagination: Pagination.of(page) };
  }
}

const answer = ({ rows, changed }: Awaited<ReturnType<OutcomesService['decide']>>): DecidedOutcomes => ({
  outcomes: rows.map((row) => outcomeDto(row)),
  changed,
});

function requireEntry(text: string | undefined): number | null {
  const entry = entryNumber(text);
  if (entry === undefined)
    throw new InvalidInput([
      { path: '/entry', code: 'invalid_format', message: 'Must be the number of an entry, or `all`.' },
    ]);
  return entry;
}
