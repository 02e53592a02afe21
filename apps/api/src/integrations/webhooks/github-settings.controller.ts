import { Body, Controller, Delete, Get, Put } from '@nestjs/common';
import { CurrentOrganization } from '../../platform/http/current.js';
import { Endpoint, RequireModule, Resource, SessionOnly } from '../../platform/http/endpoint.js';
import { Organization } from '../../accounts/organizations/organization.entity.js';
import { GitHubSettings, SetGitHubSecret } from './dto/github.dto.js';
import { GitHubSecrets } from './github-secrets.service.js';

/** The GitHub settings of an organization. */
@SessionOnly()
@RequireModule('organizations')
@Resource('settings')
@Controller('v1/organizations/:orgId/settings/github')
export class GitHubSettingsController {
  constructor(private readonly secrets: GitHubSecrets) {}

  @Get()
  @Endpoint({
    summary: 'Read the GitHub webhook settings',
    access: 'admin',
    returns: GitHubSettings,
  })
  async readGitHub(@CurrentOrganization() { id }: Organization): Promise<GitHubSettings> {
    return { url: this.secrets.urlOf(id), secretSet: await this.secrets.isSet(id) };
  }

  @Put()
  @Endpoint({
    summary: 'Set or replace the secret of the GitHub webhook; it is never shown again',
    description:
      'The webhook URL to enter at GitHub is `/api/webhooks/github/{orgId}`, with the content type `application/json`.',
    freshProof: 'always',
    access: 'admin',
    refuses: { 409: ['secret_key_missing'] },
  })
  async setGitHubSecret(
    @CurrentOrganization() organization: Organization,
    @Body() { secret }: SetGitHubSecret,
  ): Promise<void> {
    await this.secrets.set(organization, secret);
  }

  @Delete()
  @Endpoint({
    summary: 'Remove the secret; deliveries from GitHub are rejected',
    whileSuspended: true,
    freshProof: 'always',
    access: 'admin',
    refuses: { 404: ['not_found'] },
  })
  async removeGitHubSecret(@CurrentOrganization() organization: Organization): Promise<void> {
    await this.secrets.remove(organization);
  }
}
