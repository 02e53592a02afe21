import { Module } from '@nestjs/common';
import { AuditsController } from './audits.controller.js';
import { AuditsService } from './audits.service.js';
import { FutureAudits } from './future-audits.js';
import { ProductAuditsController } from './product-audits.controller.js';

@Module({
  controllers: [AuditsController, ProductAuditsController],
  providers: [AuditsService, FutureAudits],
  exports: [AuditsService],
})
export class AuditsModule {}
