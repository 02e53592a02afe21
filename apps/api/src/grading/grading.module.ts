import { Module, type OnModuleInit } from '@nestjs/common';
import { UnitOfWork } from '../work/unit-of-work.service.js';
import { AgeingService } from './ageing.service.js';
import { FormulaNotices } from './formula-notices.service.js';
import { GradingController } from './grading.controller.js';
import { GradingService } from './grading.service.js';
import { regradeAll } from './regrade.js';

@Module({ controllers: [GradingController], providers: [GradingService, AgeingService, FormulaNotices] })
export class GradingModule implements OnModuleInit {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  onModuleInit(): void {
    this.unitOfWork.regradeWith(async (...marked) => (await regradeAll(...marked)).store);
  }
}
