import { Module } from '@nestjs/common';
import { IdentityModule } from '../identity/identity.module.js';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { AnnouncementsService } from './announcements.service.js';
import { DeliveriesService } from './deliveries.service.js';
import { GitHubController } from './github.controller.js';
import { GitHubDeliveries } from './github-deliveries.service.js';
import { GitHubSecrets } from './github-secrets.service.js';
import { GitHubSettingsController } from './github-settings.controller.js';
import { WebhooksController } from './webhooks.controller.js';
import { WebhookSuspensions } from './suspensions.service.js';
import { WebhooksService } from './webhooks.service.js';

@Module({
  imports: [IdentityModule, OrganizationsModule],
  controllers: [WebhooksController, GitHubSettingsController, GitHubController],
  providers: [
    WebhookSuspensions,
    WebhooksService,
    AnnouncementsService,
    DeliveriesService,
    GitHubSecrets,
    GitHubDeliveries,
  ],
})
export class WebhooksModule {}
