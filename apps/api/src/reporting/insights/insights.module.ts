import { Module } from '@nestjs/common';
import { InsightsController } from './insights.controller.js';
import { OutcomeInsightsController } from './outcomes.controller.js';
import { InsightsService } from './insights.service.js';

@Module({ controllers: [InsightsController, OutcomeInsightsController], providers: [InsightsService] })
export class InsightsModule {}
