import { Module, type OnModuleInit } from '@nestjs/common';
import { TestActivitiesModule } from '../../records/test-activities/test-activities.module.js';
import { UnitOfWork } from '../../platform/work/unit-of-work.service.js';
import { AgeingService } from './ageing.service.js';
import { DeletionPreviewController } from './deletion-preview.controller.js';
import { noticesOfGrade } from './dropped-grades.js';
import { FormulaNotices } from './formula-notices.service.js';
import { GradingController } from './grading.controller.js';
import { GradingService } from './grading.service.js';
import { regradeAll } from './regrade.js';

@Module({
  imports: [TestActivitiesModule],
  controllers: [GradingController, DeletionPreviewController],
  providers: [GradingService, AgeingService, FormulaNotices],
})
export class GradingModule implements OnModuleInit {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  onModuleInit(): void {
    this.unitOfWork.regradeWith(async (tx, organizationId, ...marked) => {
      const { grades, before, store } = await regradeAll(tx, organizationId, ...marked);
      const notices = [...grades].flatMap(([id, grade]) => noticesOfGrade(organizationId, id, before.get(id), grade));
      return { store, notices };
    });
  }
}
