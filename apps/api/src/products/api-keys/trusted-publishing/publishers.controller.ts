import { Body, Controller, Delete, Get, Param, Post } from '@nestjs/common';
import {
  CurrentOrganization,
  CurrentPrincipal,
  CurrentProduct,
  type Principal,
} from '../../../platform/http/current.js';
import { Endpoint, RequireModule, Resource, SessionOnly } from '../../../platform/http/endpoint.js';
import { RecordId } from '../../../platform/http/record-number.pipe.js';
import { Organization } from '../../../accounts/organizations/organization.entity.js';
import { Product } from '../../products/product.entity.js';
import {
  AcceptTrustedPublisher,
  CreateTrustedPublisher,
  TrustedPublisherDto,
  TrustedPublisherEnvelope,
  TrustedPublisherList,
} from './dto/trusted-publisher.dto.js';
import { PublishersService } from './publishers.service.js';

/** The repositories whose pipelines may report to a product without a stored key. */
@RequireModule('core')
@Resource('trustedPublishers')
@Controller('v1/organizations/:orgId/products/:productSlug/trusted-publishers')
export class TrustedPublishersController {
  constructor(private readonly publishers: PublishersService) {}

  @Get()
  @Endpoint({ summary: 'List the trusted publishers', access: 'admin', returns: TrustedPublisherList })
  async list(@CurrentProduct() product: Product): Promise<TrustedPublisherList> {
    return { trustedPublishers: (await this.publishers.list(product)).map(TrustedPublisherDto.from) };
  }

  @Post()
  @Endpoint({
    summary: 'Trust the pipelines of a repository to report',
    description:
      'They exchange the OpenID token of their provider for a key at `POST /api/ingest/token`. The repository and its owner are named by their ids; or by name: then the first token that names this organization shows the ids, and somebody accepts them.',
    freshProof: 'always',
    access: 'admin',
    returns: TrustedPublisherEnvelope,
    created: true,
    refuses: { 403: ['key_scope_exceeded'], 409: ['already_exists', 'limit_reached'] },
  })
  async create(
    @CurrentOrganization() organization: Organization,
    @CurrentProduct() product: Product,
    @CurrentPrincipal() principal: Principal,
    @Body() body: CreateTrustedPublisher,
  ): Promise<TrustedPublisherEnvelope> {
    const publisher = await this.publishers.create(organization, product, principal, body);
    return { trustedPublisher: TrustedPublisherDto.from(publisher) };
  }

  @Post(':publisherId/accept')
  @SessionOnly()
  @Endpoint({
    summary: 'Accept the ids that a repository has shown',
    description: 'Its tokens are exchanged from now on.',
    freshProof: 'always',
    access: 'admin',
    returns: TrustedPublisherEnvelope,
    refuses: { 404: ['not_found'], 409: ['already_exists', 'presented_differs'] },
  })
  async accept(
    @CurrentOrganization() organization: Organization,
    @CurrentProduct() product: Product,
    @CurrentPrincipal() principal: Principal,
    @Param('publisherId', RecordId) id: string,
    @Body() { claims }: AcceptTrustedPublisher,
  ): Promise<TrustedPublisherEnvelope> {
    const publisher = await this.publishers.accept({ organization, product, caller: principal }, id, claims);
    return { trustedPublisher: TrustedPublisherDto.from(publisher) };
  }

  @Delete(':publisherId')
  @Endpoint({
    summary: 'Trust a repository no longer; keys that its tokens were exchanged for end at once',
    whileReadOnly: true,
    whileSuspended: true,
    freshProof: 'always',
    access: 'admin',
    refuses: { 404: ['not_found'] },
  })
  async delete(@CurrentProduct() product: Product, @Param('publisherId', RecordId) id: string): Promise<void> {
    await this.publishers.delete(product, id);
  }
}
