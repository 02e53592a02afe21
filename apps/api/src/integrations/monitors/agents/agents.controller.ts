import { Body, Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { CurrentOrganization } from '../../../platform/http/current.js';
import { Endpoint, RequireModule, Resource, SessionOnly } from '../../../platform/http/endpoint.js';
import { RecordId } from '../../../platform/http/record-number.pipe.js';
import { Organization } from '../../../accounts/organizations/organization.entity.js';
import { AgentDto, AgentList, CreateAgent, NewAgentEnvelope } from './dto/agent.dto.js';
import { AgentsService } from './agents.service.js';

/** The programs that look at pages for an organization. */
@SessionOnly()
@RequireModule('testing')
@Resource('agents')
@Controller('v1/organizations/:orgId/agents')
export class AgentsController {
  constructor(private readonly agents: AgentsService) {}

  @Get()
  @Endpoint({ summary: 'List the agents of an organization', access: 'admin', returns: AgentList })
  async list(@CurrentOrganization() organization: Organization): Promise<AgentList> {
    return { agents: (await this.agents.list(organization)).map(AgentDto.from) };
  }

  @Post()
  @Endpoint({
    summary: 'Create an agent; its token is shown once',
    freshProof: 'always',
    access: 'admin',
    returns: NewAgentEnvelope,
    created: true,
    answersSecret: true,
    refuses: { 409: ['limit_reached'] },
  })
  async create(
    @CurrentOrganization() organization: Organization,
    @Body() body: CreateAgent,
  ): Promise<NewAgentEnvelope> {
    const { agent, token } = await this.agents.create(organization, body);
    return { agent: { ...AgentDto.from(agent), token } };
  }

  @Delete(':agentId')
  @Endpoint({
    summary: 'Delete an agent and its token',
    whileReadOnly: true,
    whileSuspended: true,
    freshProof: 'always',
    access: 'admin',
    refuses: { 404: ['not_found'] },
  })
  async delete(
    @CurrentOrganization() organization: Organization,
    @Param('agentId', RecordId) id: string,
  ): Promise<void> {
    await this.agents.delete(organization, id);
  }
}
