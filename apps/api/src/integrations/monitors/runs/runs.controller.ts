import { Controller, Get, Param, Post, Query } from '@nestjs/common';
import { CurrentProduct } from '../../../platform/http/current.js';
import { Endpoint, RequireModule, Resource } from '../../../platform/http/endpoint.js';
import { withRevision } from '../../../platform/http/entity-tag.js';
import { RecordId, RecordNumber } from '../../../platform/http/record-number.pipe.js';
import { Product } from '../../../products/products/product.entity.js';
import {
  ListRunPagesQuery,
  ListRunsQuery,
  MonitorRunDto,
  MonitorRunEnvelope,
  MonitorRunPage,
  RunPageDto,
  RunPagePage,
} from './dto/run.dto.js';
import { type CountedRun, RunsService } from './runs.service.js';

/** The runs of a monitor. */
@RequireModule('testing')
@Resource('monitors')
@Controller('v1/organizations/:orgId/products/:productSlug/monitors/:monitorNumber/runs')
export class RunsController {
  constructor(private readonly runs: RunsService) {}

  @Get()
  @Endpoint({
    summary: 'List the runs of a monitor',
    description: 'The last hundred are kept.',
    access: 'member',
    returns: MonitorRunPage,
    refuses: { 404: ['not_found'] },
  })
  async listRuns(
    @CurrentProduct() product: Product,
    @Param('monitorNumber', RecordNumber) number: number,
    @Query() query: ListRunsQuery,
  ): Promise<MonitorRunPage> {
    const { items, ...page } = await this.runs.page(product, number, query);
    return { runs: items.map(({ run, pages, findingCount }) => MonitorRunDto.from(run, pages, findingCount)), ...page };
  }

  @Post()
  @Endpoint({
    summary: 'Start a run of a monitor',
    access: 'member',
    returns: MonitorRunEnvelope,
    created: ({ run }: MonitorRunEnvelope) => run.id,
    refuses: { 409: ['product_archived', 'run_under_way'] },
  })
  async run(
    @CurrentProduct() product: Product,
    @Param('monitorNumber', RecordNumber) number: number,
  ): Promise<MonitorRunEnvelope> {
    return envelope(await this.runs.begin(product, number));
  }

  @Get(':runId')
  @Endpoint({ summary: 'Read a run', access: 'member', returns: MonitorRunEnvelope, refuses: { 404: ['not_found'] } })
  async readRun(
    @CurrentProduct() product: Product,
    @Param('monitorNumber', RecordNumber) number: number,
    @Param('runId', RecordId) id: string,
  ): Promise<MonitorRunEnvelope> {
    return envelope(await this.runs.read(product, number, id));
  }

  @Get(':runId/pages')
  @Endpoint({
    summary: 'List the pages of a run',
    access: 'member',
    returns: RunPagePage,
    refuses: { 404: ['not_found'] },
  })
  async listRunPages(
    @CurrentProduct() product: Product,
    @Param('monitorNumber', RecordNumber) number: number,
    @Param('runId', RecordId) id: string,
    @Query() query: ListRunPagesQuery,
  ): Promise<RunPagePage> {
    const { items, ...page } = await this.runs.pages(product, number, id, query);
    return { pages: items.map(RunPageDto.from), ...page };
  }

  @Post(':runId/cancel')
  @Endpoint({
    summary: 'Cancel a run without a report',
    access: 'member',
    returns: MonitorRunEnvelope,
    refuses: { 409: ['run_over'] },
  })
  async cancelRun(
    @CurrentProduct() product: Product,
    @Param('monitorNumber', RecordNumber) number: number,
    @Param('runId', RecordId) id: string,
  ): Promise<MonitorRunEnvelope> {
    return envelope(await this.runs.cancel(product, number, id));
  }
}

const envelope = ({ run, pages, findingCount }: CountedRun): MonitorRunEnvelope =>
  withRevision({ run: MonitorRunDto.from(run, pages, findingCount) }, run);
