import { Module } from '@nestjs/common';
import { AgeingService } from './ageing.service.js';
import { GradingController } from './grading.controller.js';
import { GradingService } from './grading.service.js';

@Module({ controllers: [GradingController], providers: [GradingService, AgeingService] })
export class GradingModule {}
