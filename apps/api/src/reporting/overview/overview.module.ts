import { Module } from '@nestjs/common';
import { AuditsModule } from '../../records/audits/audits.module.js';
import { OverviewController } from './overview.controller.js';
import { OverviewService } from './overview.service.js';
import { ProductListController } from './products/product-list.controller.js';
import { ProductLister } from './products/product-lister.js';

/** What waits in an organization, and in each of its products. */
@Module({
  imports: [AuditsModule],
  controllers: [OverviewController, ProductListController],
  providers: [OverviewService, ProductLister],
})
export class OverviewModule {}
