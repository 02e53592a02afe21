import { Module } from '@nestjs/common';
import { AuditsModule } from '../audits/audits.module.js';
import { OverviewController } from './overview.controller.js';
import { OverviewService } from './overview.service.js';

/** What waits in an organization. */
@Module({ imports: [AuditsModule], controllers: [OverviewController], providers: [OverviewService] })
export class OverviewModule {}
