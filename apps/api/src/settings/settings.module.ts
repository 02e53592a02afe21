import { Module } from '@nestjs/common';
import { SecuritySettingsController } from './security.controller.js';
import { SecurityService } from './security.service.js';
import { SettingsController } from './settings.controller.js';
import { SettingsService } from './settings.service.js';

@Module({
  controllers: [SettingsController, SecuritySettingsController],
  providers: [SettingsService, SecurityService],
})
export class SettingsModule {}
