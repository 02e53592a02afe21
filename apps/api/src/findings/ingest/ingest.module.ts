import { Module } from '@nestjs/common';
import { IngestController } from './ingest.controller.js';
import { ProductReportsController } from './product-reports.controller.js';
import { IngestService } from './ingest.service.js';

@Module({
  controllers: [IngestController, ProductReportsController],
  providers: [IngestService],
  exports: [IngestService],
})
export class IngestModule {}
