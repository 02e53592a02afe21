import { Controller, Get } from '@nestjs/common';
import { CurrentOrganization, CurrentPrincipal, type Principal } from '../../platform/http/current.js';
import { Endpoint, RequireModule, Resource } from '../../platform/http/endpoint.js';
import { Organization } from '../../accounts/organizations/organization.entity.js';
import { OwnKeyEnvelope } from './dto/api-key.dto.js';

/** What the calling key is. */
@RequireModule('core')
@Resource('apiKeys')
@Controller('v1/key')
export class OwnKeyController {
  @Get()
  @Endpoint({
    summary: 'Read the calling API key and its organization',
    description: 'For programs configured with a key only. Keys limited to a product are rejected.',
    access: 'key',
    returns: OwnKeyEnvelope,
  })
  readOwn(
    @CurrentOrganization() { id, slug, name }: Organization,
    @CurrentPrincipal() { key }: Principal,
  ): OwnKeyEnvelope {
    const { expiresAt, allowedAddresses, scopes } = key!;
    return {
      apiKey: {
        id: key!.id,
        name: key!.name,
        scopes: [...scopes],
        expiresAt,
        allowedAddresses,
        organization: { id, slug, name },
      },
    };
  }
}
