import { Body, Controller, Post, Query } from '@nestjs/common';
import { CurrentOrganization, CurrentPrincipal, type Principal } from '../../platform/http/current.js';
import {
  ApiScope,
  type CreatedOrFound,
  Endpoint,
  ProductScoped,
  RequireModule,
  Resource,
} from '../../platform/http/endpoint.js';
import { Throttled } from '../../platform/limits/throttled.js';
import { Organization } from '../../accounts/organizations/organization.entity.js';
import { IngestAnswer, IngestBody, IngestQuery } from './dto/ingest.dto.js';
import { IngestService } from './ingest.service.js';

/** Takes reports from scanners and CI pipelines. */
@RequireModule('testing')
@Resource('ingest')
@Controller('api/ingest')
export class IngestController {
  constructor(private readonly ingest: IngestService) {}

  @Post('test-activity')
  @Throttled('ingest')
  @ApiScope('ingest')
  @ProductScoped('body')
  @Endpoint({
    summary: 'Report a test activity with its findings',
    access: 'ingest',
    bodyLimit: 1_048_576,
    gzip: true,
    queued: true,
    returns: IngestAnswer,
    created: 'or-found',
    found: 'The idempotency key is known, or the request is a dry run; nothing was created.',
    refuses: { 403: ['proposal_only'], 404: ['not_found'], 409: ['product_archived', 'limit_reached'] },
  })
  async report(
    @CurrentOrganization() organization: Organization,
    @CurrentPrincipal() principal: Principal,
    @Body() report: IngestBody,
    @Query() { dryRun }: IngestQuery,
  ): Promise<CreatedOrFound<IngestAnswer>> {
    const { activity, created, location, url, warnings } = await this.ingest.ingest(
      organization,
      principal,
      report,
      dryRun,
    );
    const body = IngestAnswer.from(activity, { created, isKept: !dryRun, url, warnings });
    return { body, location: created ? location : undefined };
  }
}
