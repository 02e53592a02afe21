import { Module } from '@nestjs/common';
import { OrganizationsModule } from '../../accounts/organizations/organizations.module.js';
import { SavedViewsController } from './saved-views.controller.js';
import { SavedViewsService } from './saved-views.service.js';

@Module({
  imports: [OrganizationsModule],
  controllers: [SavedViewsController],
  providers: [SavedViewsService],
})
export class SavedViewsModule {}
