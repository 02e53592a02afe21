import { Body, Controller, Get, Patch, Post } from '@nestjs/common';
import { CurrentOrganization } from '../../../platform/http/current.js';
import { Endpoint, RequireModule, Resource } from '../../../platform/http/endpoint.js';
import { allDeadlines } from '../../../accounts/organizations/deadlines.js';
import { DeadlinesEnvelope, UpdateDeadlines } from '../../../accounts/organizations/dto/deadlines.dto.js';
import { Organization } from '../../../accounts/organizations/organization.entity.js';
import { DeadlinesService } from './deadlines.service.js';
import { AppliedDeadlines, ApplyDeadlines } from './dto/deadlines.dto.js';

/** In how many days the issues of an organization are to be done. */
@RequireModule('issues')
@Resource('settings')
@Controller('v1/organizations/:orgId/settings/deadlines')
export class DeadlinesController {
  constructor(private readonly deadlines: DeadlinesService) {}

  @Get()
  @Endpoint({ summary: 'Read the deadlines for closing issues', access: 'member', returns: DeadlinesEnvelope })
  readDeadlines(@CurrentOrganization() { deadlines }: Organization): DeadlinesEnvelope {
    return { deadlines: allDeadlines(deadlines) };
  }

  @Patch()
  @Endpoint({
    summary: 'Change the deadlines for closing issues; applies from now on',
    access: 'admin',
    returns: DeadlinesEnvelope,
  })
  async updateDeadlines(
    @CurrentOrganization() organization: Organization,
    @Body() body: UpdateDeadlines,
  ): Promise<DeadlinesEnvelope> {
    return { deadlines: allDeadlines(await this.deadlines.update(organization, body)) };
  }

  @Post('apply')
  @Endpoint({
    summary: 'Apply the deadlines to open issues, or preview the changes',
    description: 'Dates set by a person are kept. The changes are made shortly after the answer.',
    access: 'admin',
    returns: AppliedDeadlines,
  })
  async applyDeadlines(
    @CurrentOrganization() organization: Organization,
    @Body() { dryRun }: ApplyDeadlines,
  ): Promise<AppliedDeadlines> {
    return { dryRun, ...(await this.deadlines.apply(organization, dryRun)) };
  }
}
