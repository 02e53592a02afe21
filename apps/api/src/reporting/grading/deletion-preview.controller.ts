import { query } from '#libs/database';
import { Controller, Get, Param } from '@nestjs/common';
import { CurrentProduct } from '../../platform/http/current.js';
import { Endpoint, RequireModule, Resource } from '../../platform/http/endpoint.js';
import { RecordNumber } from '../../platform/http/record-number.pipe.js';
import { Product } from '../../products/products/product.entity.js';
import { TestActivitiesService } from '../../records/test-activities/test-activities.service.js';
import { STATE } from './deletion-preview.sql.js';
import { DeletionPreview } from './dto/deletion-preview.dto.js';

/** What the deletion of a test activity would change. */
@RequireModule('testing')
@Resource('testActivities')
@Controller('v1/organizations/:orgId/products/:productSlug/test-activity/:number/undo')
export class DeletionPreviewController {
  constructor(private readonly activities: TestActivitiesService) {}

  @Get()
  @Endpoint({
    summary: 'Preview the deletion of a test activity',
    description: 'The counts and the letter before and after. Rejected if the deletion would be rejected.',
    access: 'admin',
    returns: DeletionPreview,
    refuses: { 409: ['run_too_old'], 410: ['run_thinned'] },
  })
  async previewDeletion(
    @CurrentProduct() product: Product,
    @Param('number', RecordNumber) number: number,
  ): Promise<DeletionPreview> {
    const { organizationId, id } = product;
    return this.activities.tryDeletion(
      product,
      number,
      async (tx) => (await query(tx, STATE, [organizationId, id]))[0]!,
    );
  }
}
