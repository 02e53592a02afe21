import { Body, Controller, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { CurrentOrganization, CurrentPrincipal, type Principal } from '../../platform/http/current.js';
import { Endpoint, RequireModule, Resource } from '../../platform/http/endpoint.js';
import { RecordId } from '../../platform/http/record-number.pipe.js';
import { Organization } from '../../accounts/organizations/organization.entity.js';
import { FindingGroupPage, OrganizationFindingGroupsQuery } from './dto/finding-groups.dto.js';
import { FindingDto, FindingPage, ListOrganizationFindingsQuery } from './dto/finding.dto.js';
import { BulkTriageService } from './bulk-triage.service.js';
import { BulkDecided, BulkTriage, BulkTriageQuery, UndoneDecision } from './dto/triage.dto.js';
import { FindingsService } from './findings.service.js';
import { UndoService } from './undo.service.js';

/** The findings of an organization. */
@RequireModule('testing')
@Resource('findings')
@Controller('v1/organizations/:orgId/findings')
export class FindingsController {
  constructor(
    private readonly findings: FindingsService,
    private readonly bulk: BulkTriageService,
    private readonly undoService: UndoService,
  ) {}

  @Get()
  @Endpoint({
    summary: 'List the findings of all active products',
    access: 'member',
    returns: FindingPage,
    refuses: { 400: ['search_too_broad'] },
  })
  async listInOrganization(
    @CurrentOrganization() organization: Organization,
    @Query() query: ListOrganizationFindingsQuery,
  ): Promise<FindingPage> {
    const { items, ...page } = await this.findings.page({ organization }, query);
    return { findings: items.map(FindingDto.from), ...page };
  }

  @Get('groups')
  @Endpoint({
    summary: 'Count the findings of all active products in groups, by rule or other common values',
    access: 'member',
    returns: FindingGroupPage,
    refuses: { 400: ['search_too_broad'] },
  })
  async groupInOrganization(
    @CurrentOrganization() organization: Organization,
    @Query() query: OrganizationFindingGroupsQuery,
  ): Promise<FindingGroupPage> {
    return this.findings.groups({ organization }, query);
  }

  @Patch('bulk')
  @Endpoint({
    summary: 'Confirm, dismiss or reopen many findings at once; all or none',
    access: 'member',
    returns: BulkDecided,
    description:
      'Applies to `ids`, or to all findings that match a `filter`: at most 10,000, or 1,000 if each creates an issue. `expected` is the number of findings you have seen.',
    refuses: {
      400: ['search_too_broad'],
      409: ['count_changed', 'finding_confirmed', 'finding_resolved', 'product_archived', 'limit_reached'],
    },
  })
  async bulkTriage(
    @CurrentOrganization() organization: Organization,
    @CurrentPrincipal() { userId }: Principal,
    @Body() body: BulkTriage,
    @Query() { dryRun }: BulkTriageQuery,
  ): Promise<BulkDecided> {
    return this.bulk.triage(organization, body, { dryRun, userId });
  }

  @Post('decisions/:decisionId/undo')
  @Endpoint({
    summary: 'Reverse a triage decision',
    description:
      'Within 24 hours, by its author or an admin. The findings get back their earlier decisions; later changes by runs are kept, and findings with a later decision are skipped. An issue created by the decision is deleted, unless it has been edited or has other confirmed findings.',
    access: 'member',
    returns: UndoneDecision,
    refuses: { 403: ['role_too_low'], 404: ['not_found'], 409: ['decision_undone', 'decision_too_old'] },
  })
  async undo(
    @CurrentOrganization() organization: Organization,
    @CurrentPrincipal() caller: Principal,
    @Param('decisionId', RecordId) id: string,
  ): Promise<UndoneDecision> {
    return this.undoService.undo(organization, caller, id);
  }
}
