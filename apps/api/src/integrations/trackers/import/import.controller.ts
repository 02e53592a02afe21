import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { CurrentProduct } from '../../../platform/http/current.js';
import { Endpoint, RequireModule, Resource, SessionOnly } from '../../../platform/http/endpoint.js';
import { RecordId } from '../../../platform/http/record-number.pipe.js';
import { Product } from '../../../products/products/product.entity.js';
import { ImportFromTracker, TrackerImport } from './import.dto.js';
import { TrackerImports } from './imports.service.js';

/** Brings issues of a tracker here. */
@SessionOnly()
@RequireModule('issues')
@Resource('trackerConnections')
@Controller('v1/organizations/:orgId/products/:productSlug/tracker-connections/:connectionId/import')
export class ImportController {
  constructor(private readonly imports: TrackerImports) {}

  @Post()
  @HttpCode(200)
  @Endpoint({
    summary: 'Import the open tracker issues with a label, linked to their originals',
    description: 'At most 1,000, by a background job; tracker issues that are already linked are skipped.',
    access: 'admin',
    returns: TrackerImport,
    refuses: { 404: ['not_found'], 409: ['product_archived', 'tracker_off'] },
  })
  import(
    @CurrentProduct() product: Product,
    @Param('connectionId', RecordId) connectionId: string,
    @Body() body: ImportFromTracker,
  ): Promise<TrackerImport> {
    return this.imports.bring(product, connectionId, body);
  }
}
