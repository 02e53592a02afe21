import { Module } from '@nestjs/common';
import { IssuesModule } from '../issues/issues.module.js';
import { BulkRisksService } from './bulk-risks.service.js';
import { MaterializeService } from './materialize.service.js';
import { ProductRisksController } from './product-risks.controller.js';
import { RisksController } from './risks.controller.js';
import { RisksService } from './risks.service.js';

@Module({
  imports: [IssuesModule],
  controllers: [RisksController, ProductRisksController],
  providers: [RisksService, MaterializeService, BulkRisksService],
})
export class RisksModule {}
