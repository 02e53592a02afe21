import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { CurrentPrincipal, CurrentProduct, type Principal } from '../../../platform/http/current.js';
import { Endpoint, RequireModule, Resource } from '../../../platform/http/endpoint.js';
import { RecordId, RecordNumber } from '../../../platform/http/record-number.pipe.js';
import { IssueEnvelope } from '../../../records/issues/dto/issue.dto.js';
import { issueEnvelope } from '../../../records/issues/issue-envelope.js';
import { Product } from '../../../products/products/product.entity.js';
import { DecideDifference, ListDifferencesQuery, TrackerDifferencePage } from './difference.dto.js';
import { DifferencesService } from './differences.service.js';

/** What differs between issues here and in a tracker. */
@RequireModule('issues')
@Resource('trackerDifferences')
@Controller('v1/organizations/:orgId/products/:productSlug/tracker-connections/:connectionId/differences')
export class DifferencesController {
  constructor(private readonly differences: DifferencesService) {}

  @Get()
  @Endpoint({
    summary: 'List the issues that differ from their tracker',
    description: 'Compared with the last known state of the tracker, ordered by number.',
    access: 'member',
    returns: TrackerDifferencePage,
  })
  list(
    @CurrentProduct() product: Product,
    @Param('connectionId', RecordId) connectionId: string,
    @Query() query: ListDifferencesQuery,
  ): Promise<TrackerDifferencePage> {
    return this.differences.list(product, connectionId, query);
  }

  @Post(':issueNumber')
  @Endpoint({
    summary: 'Resolve a difference by choosing a side',
    description: 'Carried out by a background job; the difference remains listed until then.',
    access: 'member',
    accepted: true,
    returns: IssueEnvelope,
    refuses: { 409: ['no_counterpart', 'tracker_off'] },
  })
  async decide(
    @CurrentProduct() product: Product,
    @CurrentPrincipal() { userId }: Principal,
    @Param('connectionId', RecordId) connectionId: string,
    @Param('issueNumber', RecordNumber) number: number,
    @Body() body: DecideDifference,
  ): Promise<IssueEnvelope> {
    return issueEnvelope(await this.differences.decide(product, connectionId, number, body), userId);
  }
}
