import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { CurrentOrganization } from '../../platform/http/current.js';
import { Endpoint, Resource, SessionOnly } from '../../platform/http/endpoint.js';
import { withRevision } from '../../platform/http/entity-tag.js';
import { RecordId } from '../../platform/http/record-number.pipe.js';
import { Organization } from '../../accounts/organizations/organization.entity.js';
import { withCurrentOnConflict } from '../../platform/work/check-if-match.js';
import { TEST } from './message-types.js';
import {
  CreateWebhook,
  DeliveryDto,
  DeliveryEnvelope,
  DeliveryPage,
  ListDeliveriesQuery,
  TestWebhook,
  UpdateWebhook,
  WebhookDto,
  WebhookEnvelope,
  WebhookList,
  WebhookWithSecretEnvelope,
} from './dto/webhook.dto.js';
import { Webhook } from './webhook.entity.js';
import { WebhooksService } from './webhooks.service.js';

const NONE = { 404: ['not_found'] };

/** The webhooks of an organization. Messages follow Standard Webhooks 1.0. */
@Resource('webhooks')
@Controller('v1/organizations/:orgId/webhooks')
export class WebhooksController {
  constructor(private readonly webhooks: WebhooksService) {}

  @Get()
  @Endpoint({ summary: 'List webhooks', access: 'admin', returns: WebhookList })
  async list(@CurrentOrganization() organization: Organization): Promise<WebhookList> {
    return { webhooks: (await this.webhooks.list(organization)).map(WebhookDto.from) };
  }

  @Post()
  @SessionOnly()
  @Endpoint({
    summary: 'Create a webhook; its signing secret is returned only once',
    description: 'Chats (`slack`, `teams`, `mattermost`) receive text messages with a link, which are not signed.',
    freshProof: 'always',
    access: 'admin',
    returns: WebhookWithSecretEnvelope,
    answersSecret: true,
    created: ({ webhook }: WebhookWithSecretEnvelope) => webhook.id,
    refuses: { 400: ['private_address'], 409: ['limit_reached', 'secret_key_missing'] },
  })
  async create(
    @CurrentOrganization() organization: Organization,
    @Body() body: CreateWebhook,
  ): Promise<WebhookWithSecretEnvelope> {
    const { webhook, secret } = await this.webhooks.create(organization, body);
    return { webhook: { ...WebhookDto.from(webhook), secret } };
  }

  @Get(':webhookId')
  @Endpoint({ summary: 'Read a webhook', access: 'admin', returns: WebhookEnvelope, refuses: NONE })
  async read(
    @CurrentOrganization() organization: Organization,
    @Param('webhookId', RecordId) id: string,
  ): Promise<WebhookEnvelope> {
    return envelope(await this.webhooks.read(organization, id));
  }

  @Patch(':webhookId')
  @SessionOnly()
  @Endpoint({
    summary: 'Change a webhook',
    guarded: true,
    freshProof: 'always',
    access: 'admin',
    returns: WebhookEnvelope,
    refuses: { ...NONE, 409: ['secret_key_missing'] },
  })
  async update(
    @CurrentOrganization() organization: Organization,
    @Param('webhookId', RecordId) id: string,
    @Body() body: UpdateWebhook,
  ): Promise<WebhookEnvelope> {
    return withCurrentOnConflict(this.webhooks.update(organization, id, body).then(envelope), () =>
      this.read(organization, id),
    );
  }

  @Delete(':webhookId')
  @SessionOnly()
  @Endpoint({
    summary: 'Delete a webhook and its pending messages',
    whileSuspended: true,
    guarded: true,
    freshProof: 'always',
    access: 'admin',
    refuses: NONE,
  })
  async delete(
    @CurrentOrganization() organization: Organization,
    @Param('webhookId', RecordId) id: string,
  ): Promise<void> {
    await withCurrentOnConflict(this.webhooks.delete(organization, id), () => this.read(organization, id));
  }

  @Post(':webhookId/rotate-secret')
  @SessionOnly()
  @Endpoint({
    summary: 'Generate a new signing secret',
    description: 'For one day, messages have two signatures, the second one with the former secret.',
    freshProof: 'always',
    access: 'admin',
    returns: WebhookWithSecretEnvelope,
    answersSecret: true,
    refuses: { ...NONE, 409: ['webhook_not_signed', 'secret_key_missing'] },
  })
  async rotateSecret(
    @CurrentOrganization() organization: Organization,
    @Param('webhookId', RecordId) id: string,
  ): Promise<WebhookWithSecretEnvelope> {
    const { webhook, secret } = await this.webhooks.rotate(organization, id);
    return { webhook: { ...WebhookDto.from(webhook), secret } };
  }

  @Post(':webhookId/test')
  @SessionOnly()
  @Endpoint({
    summary: 'Send a test message of any type',
    description:
      'Sent regardless of the subscribed types and while the webhook is off. Its data contain `test`, and the newest record of the kind.',
    access: 'admin',
    returns: DeliveryEnvelope,
    created: true,
    optionalBody: true,
    refuses: NONE,
  })
  async test(
    @CurrentOrganization() organization: Organization,
    @Param('webhookId', RecordId) id: string,
    @Body() { type = TEST }: TestWebhook,
  ): Promise<DeliveryEnvelope> {
    return { delivery: DeliveryDto.from(await this.webhooks.test(organization, id, type)) };
  }

  @Get(':webhookId/deliveries')
  @Endpoint({
    summary: 'List the messages of a webhook, newest first; kept for 30 days',
    access: 'admin',
    returns: DeliveryPage,
    refuses: NONE,
  })
  async listDeliveries(
    @CurrentOrganization() organization: Organization,
    @Param('webhookId', RecordId) id: string,
    @Query() query: ListDeliveriesQuery,
  ): Promise<DeliveryPage> {
    const { items, ...page } = await this.webhooks.deliveriesOf(organization, id, query);
    return { deliveries: items.map(DeliveryDto.from), ...page };
  }

  @Post(':webhookId/deliveries/:deliveryId/replay')
  @SessionOnly()
  @Endpoint({
    summary: 'Replay a message unchanged',
    access: 'admin',
    returns: DeliveryEnvelope,
    refuses: { ...NONE, 409: ['delivery_pending', 'webhook_disabled'] },
  })
  async replayDelivery(
    @CurrentOrganization() organization: Organization,
    @Param('webhookId', RecordId) id: string,
    @Param('deliveryId', RecordId) deliveryId: string,
  ): Promise<DeliveryEnvelope> {
    return { delivery: DeliveryDto.from(await this.webhooks.replay(organization, id, deliveryId)) };
  }
}

const envelope = (webhook: Webhook): WebhookEnvelope => withRevision({ webhook: WebhookDto.from(webhook) }, webhook);
