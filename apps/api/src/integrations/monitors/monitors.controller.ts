import { Body, Controller, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { CurrentProduct, CurrentRecord } from '../../platform/http/current.js';
import { Endpoint, RequireModule, Resource } from '../../platform/http/endpoint.js';
import { withRevision } from '../../platform/http/entity-tag.js';
import { RecordNumber } from '../../platform/http/record-number.pipe.js';
import { Product } from '../../products/products/product.entity.js';
import { withCurrentOnConflict } from '../../platform/work/check-if-match.js';
import { CreateMonitor, MonitorDto, MonitorEnvelope, MonitorList, UpdateMonitor } from './dto/monitor.dto.js';
import { type DetailedMonitor, MonitorsService } from './monitors.service.js';

/** The monitors of a product. */
@RequireModule('testing')
@Resource('monitors')
@Controller('v1/organizations/:orgId/products/:productSlug/monitors')
export class MonitorsController {
  constructor(private readonly monitors: MonitorsService) {}

  @Get()
  @Endpoint({ summary: 'List the monitors of a product', access: 'member', returns: MonitorList })
  async list(@CurrentProduct() product: Product): Promise<MonitorList> {
    return {
      monitors: (await this.monitors.list(product)).map(({ monitor, lastRun }) => MonitorDto.from(monitor, lastRun)),
    };
  }

  @Post()
  @Endpoint({
    summary: 'Create a monitor',
    access: 'admin',
    returns: MonitorEnvelope,
    created: ({ monitor }: MonitorEnvelope) => monitor.number,
    refuses: { 409: ['product_archived', 'limit_reached'] },
  })
  async create(@CurrentProduct() product: Product, @Body() body: CreateMonitor): Promise<MonitorEnvelope> {
    return envelope(await this.monitors.create(product, body));
  }

  @Get(':monitorNumber')
  @Endpoint({ summary: 'Read a monitor', access: 'member', reads: MonitorsService, returns: MonitorEnvelope })
  read(@CurrentRecord() monitor: DetailedMonitor): MonitorEnvelope {
    return envelope(monitor);
  }

  @Patch(':monitorNumber')
  @Endpoint({ summary: 'Change a monitor', guarded: true, access: 'admin', returns: MonitorEnvelope })
  async update(
    @CurrentProduct() product: Product,
    @Param('monitorNumber', RecordNumber) number: number,
    @Body() body: UpdateMonitor,
  ): Promise<MonitorEnvelope> {
    return withCurrentOnConflict(this.monitors.update(product, number, body).then(envelope), () =>
      this.present(product, number),
    );
  }

  @Delete(':monitorNumber')
  @Endpoint({ summary: 'Delete a monitor with its runs; its reports are kept', guarded: true, access: 'admin' })
  async delete(
    @CurrentProduct() product: Product,
    @Param('monitorNumber', RecordNumber) number: number,
  ): Promise<void> {
    await withCurrentOnConflict(this.monitors.delete(product, number), () => this.present(product, number));
  }

  private async present(product: Product, number: number): Promise<MonitorEnvelope> {
    return envelope(await this.monitors.read(product, number));
  }
}

const envelope = ({ monitor, lastRun }: DetailedMonitor): MonitorEnvelope =>
  withRevision({ monitor: MonitorDto.from(monitor, lastRun) }, monitor);
