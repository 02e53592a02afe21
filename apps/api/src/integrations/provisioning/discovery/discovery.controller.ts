import { Settings } from '#libs/config';
import { NotFound } from '#libs/errors';
import { Controller, Get, Param, UseGuards } from '@nestjs/common';
import { CurrentOrganization } from '../../../platform/http/current.js';
import { Resource } from '../../../platform/http/endpoint.js';
import { ScimEndpoint } from '../admission/scim-endpoint.js';
import { type ProvisionedOrganization, ScimGuard } from '../admission/scim.guard.js';
import { listOf, scimBaseOf, type ScimList, type ScimResource } from '../protocol/scim.js';
import { resourceTypes, schemas, serviceProviderConfig } from './discovery.js';

/** What providers ask first: what is served of SCIM. */
@UseGuards(ScimGuard)
@Resource('scim')
@Controller('api/scim/v2/:orgId')
export class DiscoveryController {
  constructor(private readonly settings: Settings) {}

  @Get('ServiceProviderConfig')
  @ScimEndpoint({ summary: 'Read the SCIM service provider configuration' })
  config(@CurrentOrganization() organization: ProvisionedOrganization): ScimResource {
    return serviceProviderConfig(this.baseOf(organization));
  }

  @Get('ResourceTypes')
  @ScimEndpoint({ summary: 'List the resource types' })
  listResourceTypes(@CurrentOrganization() organization: ProvisionedOrganization): ScimList {
    return listOf(resourceTypes(this.baseOf(organization)));
  }

  @Get('ResourceTypes/:resourceType')
  @ScimEndpoint({ summary: 'Read a resource type', refuses: { 404: ['not_found'] } })
  readResourceType(
    @CurrentOrganization() organization: ProvisionedOrganization,
    @Param('resourceType') id: string,
  ): ScimResource {
    return one(resourceTypes(this.baseOf(organization)), id);
  }

  @Get('Schemas')
  @ScimEndpoint({ summary: 'List the schemas' })
  listSchemas(@CurrentOrganization() organization: ProvisionedOrganization): ScimList {
    return listOf(schemas(this.baseOf(organization)));
  }

  @Get('Schemas/:schemaUrn')
  @ScimEndpoint({ summary: 'Read a schema', refuses: { 404: ['not_found'] } })
  readSchema(
    @CurrentOrganization() organization: ProvisionedOrganization,
    @Param('schemaUrn') id: string,
  ): ScimResource {
    return one(schemas(this.baseOf(organization)), id);
  }

  private baseOf({ id }: ProvisionedOrganization): string {
    return scimBaseOf(this.settings.publicUrl, id);
  }
}

function one(resources: readonly ScimResource[], id: string): ScimResource {
  const found = resources.find((resource) => String(resource['id']).toLowerCase() === id.toLowerCase());
  if (!found) throw new NotFound('resource');
  return found;
}
