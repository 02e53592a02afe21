import { Settings } from '#libs/config';
import { Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { CurrentOrganization } from '../../../platform/http/current.js';
import { Endpoint, RequireModule, Resource, SessionOnly } from '../../../platform/http/endpoint.js';
import { RecordId } from '../../../platform/http/record-number.pipe.js';
import { Organization } from '../../../accounts/organizations/organization.entity.js';
import { scimBaseOf } from '../protocol/scim.js';
import {
  NewProvisioningTokenEnvelope,
  ProvisioningTokenDto,
  ProvisioningTokenList,
} from './dto/provisioning-token.dto.js';
import { ProvisioningTokens } from './provisioning-tokens.service.js';

/** The tokens by which the provider of an organization says who belongs to it. */
@SessionOnly()
@RequireModule('organizations')
@Resource('provisioning')
@Controller('v1/organizations/:orgId/settings/provisioning/tokens')
export class ProvisioningTokensController {
  constructor(
    private readonly tokens: ProvisioningTokens,
    private readonly settings: Settings,
  ) {}

  @Get()
  @Endpoint({ summary: 'List the provisioning tokens', access: 'owner', returns: ProvisioningTokenList })
  async listTokens(@CurrentOrganization() organization: Organization): Promise<ProvisioningTokenList> {
    return { tokens: (await this.tokens.list(organization)).map(ProvisioningTokenDto.from) };
  }

  @Post()
  @Endpoint({
    summary: 'Create a provisioning token; it is shown once',
    description: 'At most two, for rotation without interruption.',
    freshProof: 'always',
    access: 'owner',
    returns: NewProvisioningTokenEnvelope,
    created: true,
    answersSecret: true,
    refuses: { 409: ['provisioning_tokens_full'] },
  })
  async createToken(@CurrentOrganization() organization: Organization): Promise<NewProvisioningTokenEnvelope> {
    const { row, token } = await this.tokens.create(organization);
    const baseUrl = scimBaseOf(this.settings.publicUrl, organization.id);
    return { token: { ...ProvisioningTokenDto.from(row), token, baseUrl } };
  }

  @Delete(':provisioningTokenId')
  @Endpoint({
    summary: 'Delete a provisioning token; it stops working at once',
    whileSuspended: true,
    whileReadOnly: true,
    freshProof: 'always',
    access: 'owner',
    refuses: { 404: ['not_found'] },
  })
  async deleteToken(
    @CurrentOrganization() organization: Organization,
    @Param('provisioningTokenId', RecordId) id: string,
  ): Promise<void> {
    await this.tokens.delete(organization, id);
  }
}
