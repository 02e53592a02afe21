import { Module } from '@nestjs/common';
import { IdentityModule } from '../identity/identity.module.js';
import { ExportController } from './export.controller.js';
import { ExportService } from './export.service.js';

/** Personal data export. */
@Module({ imports: [IdentityModule], controllers: [ExportController], providers: [ExportService] })
export class MeModule {}
