import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post } from '@nestjs/common';
import { CurrentProduct } from '../../../platform/http/current.js';
import { Endpoint, RequireModule, Resource, SessionOnly } from '../../../platform/http/endpoint.js';
import { withRevision } from '../../../platform/http/entity-tag.js';
import { RecordId } from '../../../platform/http/record-number.pipe.js';
import { Product } from '../../../products/products/product.entity.js';
import { withCurrentOnConflict } from '../../../platform/work/check-if-match.js';
import {
  CreateTrackerConnection,
  TrackerConnectionDto,
  TrackerConnectionEnvelope,
  TrackerConnectionList,
  TrackerTest,
  UpdateTrackerConnection,
} from '../dto/tracker-connection.dto.js';
import { TrackerFault } from '../tracker-fault.js';
import { ConnectionsService, type ShownConnection } from './connections.service.js';

const NONE = { 404: ['not_found'] };

/** The connections of a product with trackers. */
@SessionOnly()
@RequireModule('issues')
@Resource('trackerConnections')
@Controller('v1/organizations/:orgId/products/:productSlug/tracker-connections')
export class ConnectionsController {
  constructor(private readonly connections: ConnectionsService) {}

  @Get()
  @Endpoint({
    summary: 'List the tracker connections of a product',
    access: 'member',
    returns: TrackerConnectionList,
  })
  async list(@CurrentProduct() product: Product): Promise<TrackerConnectionList> {
    return { trackerConnections: (await this.connections.list(product)).map(shown) };
  }

  @Post()
  @Endpoint({
    summary: 'Connect a product with a project of a tracker',
    description:
      'The credentials are stored encrypted, and never shown. `POST …/test` checks whether they are sufficient.',
    freshProof: 'always',
    access: 'admin',
    returns: TrackerConnectionEnvelope,
    created: ({ trackerConnection }: TrackerConnectionEnvelope) => trackerConnection.id,
    refuses: { 400: ['private_address'], 409: ['limit_reached', 'product_archived', 'secret_key_missing'] },
  })
  async create(
    @CurrentProduct() product: Product,
    @Body() body: CreateTrackerConnection,
  ): Promise<TrackerConnectionEnvelope> {
    return envelope(await this.connections.create(product, body));
  }

  @Get(':connectionId')
  @Endpoint({
    summary: 'Read a tracker connection',
    access: 'member',
    returns: TrackerConnectionEnvelope,
    refuses: NONE,
  })
  async read(
    @CurrentProduct() product: Product,
    @Param('connectionId', RecordId) id: string,
  ): Promise<TrackerConnectionEnvelope> {
    return envelope(await this.connections.read(product, id));
  }

  @Patch(':connectionId')
  @Endpoint({
    summary: 'Change a tracker connection',
    guarded: true,
    freshProof: 'always',
    access: 'admin',
    returns: TrackerConnectionEnvelope,
    refuses: { ...NONE, 409: ['secret_key_missing'] },
  })
  async update(
    @CurrentProduct() product: Product,
    @Param('connectionId', RecordId) id: string,
    @Body() body: UpdateTrackerConnection,
  ): Promise<TrackerConnectionEnvelope> {
    return withCurrentOnConflict(this.connections.update(product, id, body).then(envelope), () =>
      this.read(product, id),
    );
  }

  @Delete(':connectionId')
  @Endpoint({
    summary: 'Delete a tracker connection; the issues in the tracker are kept',
    whileSuspended: true,
    guarded: true,
    freshProof: 'always',
    access: 'admin',
    refuses: NONE,
  })
  async delete(@CurrentProduct() product: Product, @Param('connectionId', RecordId) id: string): Promise<void> {
    await withCurrentOnConflict(this.connections.delete(product, id), () => this.read(product, id));
  }

  @Post(':connectionId/test')
  @HttpCode(200)
  @Endpoint({
    summary: 'Test the credentials of a tracker connection, without writing to the tracker',
    access: 'admin',
    returns: TrackerTest,
    refuses: NONE,
  })
  async test(@CurrentProduct() product: Product, @Param('connectionId', RecordId) id: string): Promise<TrackerTest> {
    const found = await this.connections.test(product, id);
    if (found instanceof TrackerFault) return { works: false, problem: found.problem, project: null };
    const { connection } = await this.connections.read(product, id);
    return { works: true, problem: null, project: { ...found, key: connection.projectKey } };
  }
}

const shown = ({ connection, around }: ShownConnection): TrackerConnectionDto =>
  TrackerConnectionDto.from(connection, around);

const envelope = (found: ShownConnection): TrackerConnectionEnvelope =>
  withRevision({ trackerConnection: shown(found) }, found.connection);
