import { Body, Controller, Post, Query } from '@nestjs/common';
import { CurrentOrganization, CurrentPrincipal, CurrentProduct, type Principal } from '../../platform/http/current.js';
import { type CreatedOrFound, Endpoint, RequireModule, Resource, SessionOnly } from '../../platform/http/endpoint.js';
import { Organization } from '../../accounts/organizations/organization.entity.js';
import { Product } from '../../products/products/product.entity.js';
import { IngestAnswer, IngestQuery, ProductReportBody } from './dto/ingest.dto.js';
import { IngestService } from './ingest.service.js';

/** Takes reports that people have at hand. */
@SessionOnly()
@RequireModule('testing')
@Resource('ingest')
@Controller('v1/organizations/:orgId/products/:productSlug/reports')
export class ProductReportsController {
  constructor(private readonly ingest: IngestService) {}

  @Post()
  @Endpoint({
    summary: 'Report a test activity with its findings, as a signed-in user',
    description: 'Same as `POST /api/ingest/test-activity` for programs, for the product in the path.',
    access: 'member',
    bodyLimit: 1_048_576,
    gzip: true,
    queued: true,
    returns: IngestAnswer,
    created: 'or-found',
    found: 'The idempotency key is known, or the request is a dry run; nothing was created.',
    refuses: { 409: ['product_archived', 'limit_reached'] },
  })
  async reportAsPerson(
    @CurrentOrganization() organization: Organization,
    @CurrentProduct() product: Product,
    @CurrentPrincipal() { userId }: Principal,
    @Body() report: ProductReportBody,
    @Query() { dryRun }: IngestQuery,
  ): Promise<CreatedOrFound<IngestAnswer>> {
    const { activity, created, location, url, warnings } = await this.ingest.ingest(
      organization,
      { userId, product },
      report,
      dryRun,
    );
    const body = IngestAnswer.from(activity, { created, isKept: !dryRun, url, warnings });
    return { body, location: created ? location : undefined };
  }
}
