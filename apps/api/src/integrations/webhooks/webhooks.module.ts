import { Module } from '@nestjs/common';
import { AuditsModule } from '../../records/audits/audits.module.js';
import { IdentityModule } from '../../accounts/identity/identity.module.js';
import { IssuesModule } from '../../records/issues/issues.module.js';
import { OrganizationsModule } from '../../accounts/organizations/organizations.module.js';
import { TestActivitiesModule } from '../../records/test-activities/test-activities.module.js';
import { AnnouncementsService } from './announcements.service.js';
import { DeliveriesService } from './deliveries.service.js';
import { GitHubController } from './github.controller.js';
import { GitHubDeliveries } from './github-deliveries.service.js';
import { GitHubSecrets } from './github-secrets.service.js';
import { GitHubSettingsController } from './github-settings.controller.js';
import { Snapshots } from './snapshots.service.js';
import { WebhooksController } from './webhooks.controller.js';
import { WebhookSuspensions } from './suspensions.service.js';
import { WebhooksService } from './webhooks.service.js';

@Module({
  imports: [AuditsModule, IdentityModule, IssuesModule, OrganizationsModule, TestActivitiesModule],
  controllers: [WebhooksController, GitHubSettingsController, GitHubController],
  providers: [
    WebhookSuspensions,
    WebhooksService,
    AnnouncementsService,
    DeliveriesService,
    Snapshots,
    GitHubSecrets,
    GitHubDeliveries,
  ],
})
export class WebhooksModule {}
