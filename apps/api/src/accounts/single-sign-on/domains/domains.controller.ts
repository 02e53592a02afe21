import { Body, Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import { CurrentOrganization } from '../../../platform/http/current.js';
import { Endpoint, RequireModule, Resource, SessionOnly } from '../../../platform/http/endpoint.js';
import { Organization } from '../../organizations/organization.entity.js';
import { AddDomain, DomainDto, DomainEnvelope, DomainList, VerifyDomain } from './domains.dto.js';
import { Domains } from './domains.service.js';

/** The domains by which people of an organization are known. */
@SessionOnly()
@RequireModule('organizations')
@Resource('signIn')
@Controller('v1/organizations/:orgId/settings/domains')
export class DomainsController {
  constructor(private readonly domains: Domains) {}

  @Get()
  @Endpoint({ summary: 'List the domains of the organization', access: 'owner', returns: DomainList })
  async listDomains(@CurrentOrganization() organization: Organization): Promise<DomainList> {
    return { domains: (await this.domains.list(organization)).map(DomainDto.from) };
  }

  @Post()
  @Endpoint({
    summary: 'Claim a domain, to be verified afterwards',
    freshProof: 'always',
    access: 'owner',
    returns: DomainEnvelope,
    created: true,
    refuses: { 409: ['already_exists', 'limit_reached'] },
  })
  async addDomain(
    @CurrentOrganization() organization: Organization,
    @Body() { domain }: AddDomain,
  ): Promise<DomainEnvelope> {
    return { domain: DomainDto.from(await this.domains.add(organization, domain)) };
  }

  @Post(':domain/verify')
  @Endpoint({
    summary: 'Verify a domain by its TXT record, or by a code sent to its postmaster',
    description:
      'A domain belongs to one organization. If its record has been missing for seven days, another organization can take it over with its own record.',
    freshProof: 'always',
    access: 'owner',
    returns: DomainEnvelope,
    refuses: {
      400: ['domain_code_refused'],
      404: ['not_found'],
      409: ['domain_taken', 'domain_not_proved'],
      503: ['dns_unavailable'],
    },
  })
  @HttpCode(200)
  async verifyDomain(
    @CurrentOrganization() organization: Organization,
    @Param('domain') domain: string,
    @Body() body: VerifyDomain,
  ): Promise<DomainEnvelope> {
    return { domain: DomainDto.from(await this.domains.verify(organization, domain, body)) };
  }

  @Delete(':domain')
  @Endpoint({
    summary: 'Release a domain; new users can no longer sign in through it',
    whileSuspended: true,
    freshProof: 'always',
    access: 'owner',
    refuses: { 404: ['not_found'], 409: ['proved_domain_needed'] },
  })
  async removeDomain(
    @CurrentOrganization() organization: Organization,
    @Param('domain') domain: string,
  ): Promise<void> {
    await this.domains.remove(organization, domain);
  }
}
