import { Module } from '@nestjs/common';
import { DeliveriesService } from './deliveries.service.js';
import { GitHubController } from './github.controller.js';
import { WebhooksController } from './webhooks.controller.js';
import { WebhooksService } from './webhooks.service.js';

@Module({
  controllers: [WebhooksController, GitHubController],
  providers: [WebhooksService, DeliveriesService],
})
export class WebhooksModule {}
