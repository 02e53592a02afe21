import { Module } from '@nestjs/common';
import { CustomStandardsController } from './custom-standards.controller.js';
import { CustomStandardsService } from './custom-standards.service.js';
import { GroupsService } from './groups.service.js';
import { RequirementsService } from './requirements.service.js';
import { StandardChanges } from './standard-changes.js';
import { StandardsController } from './standards.controller.js';
import { StandardsService } from './standards.service.js';

@Module({
  controllers: [StandardsController, CustomStandardsController],
  providers: [StandardsService, CustomStandardsService, RequirementsService, GroupsService, StandardChanges],
  exports: [StandardChanges],
})
export class StandardsModule {}
