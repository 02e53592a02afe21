import { Module, type OnModuleInit } from '@nestjs/common';
import { StandardChanges } from '../standards/standard-changes.js';
import { StandardsModule } from '../standards/standards.module.js';
import { AuditsController } from './audits.controller.js';
import { AuditsService } from './audits.service.js';
import { clearStandardOfAudits } from './clear-standard.js';
import { FutureAudits } from './future-audits.js';
import { ProductAuditsController } from './product-audits.controller.js';

@Module({
  imports: [StandardsModule],
  controllers: [AuditsController, ProductAuditsController],
  providers: [AuditsService, FutureAudits],
  exports: [AuditsService, FutureAudits],
})
export class AuditsModule implements OnModuleInit {
  constructor(private readonly standards: StandardChanges) {}

  onModuleInit(): void {
    this.standards.beforeRemoval.add(clearStandardOfAudits);
  }
}
