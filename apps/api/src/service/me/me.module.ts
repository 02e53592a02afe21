import { Module } from '@nestjs/common';
import { IdentityModule } from '../../accounts/identity/identity.module.js';
import { AllowedOperations } from '../../platform/http/allowed-operations.js';
import { ExportController } from './export.controller.js';
import { ExportService } from './export.service.js';
import { MeController } from './me.controller.js';
import { MeService } from './me.service.js';

/** Who is signed in, and the export of their personal data. */
@Module({
  imports: [IdentityModule],
  controllers: [MeController, ExportController],
  providers: [MeService, ExportService, AllowedOperations],
})
export class MeModule {}
