import { Body, Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { CurrentOrganization, CurrentPrincipal, type Principal } from '../../platform/http/current.js';
import { Endpoint, RequireModule, Resource } from '../../platform/http/endpoint.js';
import { RecordId } from '../../platform/http/record-number.pipe.js';
import { Organization } from '../../accounts/organizations/organization.entity.js';
import { ApiKeysService } from './api-keys.service.js';
import { ApiKeyList, CreateApiKey, NewApiKeyEnvelope } from './dto/api-key.dto.js';
import { Revocations } from './revocations.service.js';

/** The API keys of an organization. */
@RequireModule('core')
@Resource('apiKeys')
@Controller('v1/organizations/:orgId/api-keys')
export class ApiKeysController {
  constructor(
    private readonly keys: ApiKeysService,
    private readonly revocations: Revocations,
  ) {}

  @Get()
  @Endpoint({ summary: 'List the active API keys', access: 'admin', returns: ApiKeyList })
  async list(@CurrentOrganization() organization: Organization): Promise<ApiKeyList> {
    return { apiKeys: await this.keys.list(organization) };
  }

  @Post()
  @Endpoint({
    summary: 'Create an API key; its secret is returned only once',
    freshProof: 'where-asked',
    access: 'admin',
    returns: NewApiKeyEnvelope,
    answersSecret: true,
    created: true,
    refuses: { 403: ['key_scope_exceeded'], 409: ['limit_reached'] },
  })
  async create(
    @CurrentOrganization() organization: Organization,
    @CurrentPrincipal() principal: Principal,
    @Body() body: CreateApiKey,
  ): Promise<NewApiKeyEnvelope> {
    return { apiKey: await this.keys.create(organization, principal, body) };
  }

  @Delete(':keyId')
  @Endpoint({
    summary: 'Revoke an API key and all keys created with it',
    whileReadOnly: true,
    whileSuspended: true,
    access: 'admin',
    refuses: { 404: ['not_found'] },
  })
  async revoke(@CurrentOrganization() organization: Organization, @Param('keyId', RecordId) id: string): Promise<void> {
    await this.revocations.revoke(organization, id);
  }
}
