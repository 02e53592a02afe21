import {
  Choice,
  ChoiceList,
  Described,
  fieldsOf,
  Flag,
  HttpUrl,
  Id,
  Integer,
  named,
  Nested,
  NestedList,
  Text,
  Timestamp,
} from '#libs/fields';
import { PageQuery } from '../../../platform/lists/page-query.js';
import { Total } from '../../../platform/lists/pagination.js';
import { MESSAGE_TYPES, TEST } from '../message-types.js';
import { DELIVERY_STATUSES, type DeliveryStatus, type WebhookDelivery } from '../webhook-delivery.entity.js';
import { type DisabledReason, type Webhook, WEBHOOK_FORMATS, type WebhookFormat } from '../webhook.entity.js';

const TYPES = { description: 'The subscribed event types; empty for all.' };

/** A URL that receives events. */
@Described('A webhook endpoint.')
export class WebhookDto {
  @Id()
  id: string;
  @HttpUrl({ description: 'The URL that receives messages; for a chat, only the host, because its URL is a secret.' })
  url: string;
  @Choice(WEBHOOK_FORMATS, { description: 'The message format.' })
  format: WebhookFormat;
  @Text({ nullable: true })
  description: string | null;
  @ChoiceList(MESSAGE_TYPES, TYPES)
  types: string[];
  @Flag({
    description: 'Whether it is on. While it is off, messages fail and can be replayed.',
  })
  enabled: boolean;
  @Choice(named('DisabledReason', ['gone', 'failing']), {
    nullable: true,
    description: '`gone`: the endpoint answered 410. `failing`: messages failed for three days without a success.',
  })
  disabledReason: DisabledReason | null;
  @Timestamp()
  createdAt: Date;
  @Timestamp()
  updatedAt: Date;

  static from(webhook: Webhook): WebhookDto {
    return fieldsOf(WebhookDto, webhook);
  }
}

/** A webhook with the secret that signs its messages: shown now and never again. */
@Described('A webhook with its signing secret.')
export class WebhookWithSecretDto extends WebhookDto {
  @Text({ nullable: true, description: '`whsec_…`, shown only once. Null for a chat, whose messages are not signed.' })
  secret: string | null;
}

/** One webhook. */
export class WebhookEnvelope {
  @Nested(() => WebhookDto)
  webhook: WebhookDto;
}

/** One webhook with its new secret. */
export class WebhookWithSecretEnvelope {
  @Nested(() => WebhookWithSecretDto)
  webhook: WebhookWithSecretDto;
}

/** The webhooks of an organization. */
export class WebhookList {
  @NestedList(() => WebhookDto)
  webhooks: WebhookDto[];
}

/** A new webhook. */
export class CreateWebhook {
  @HttpUrl({
    description: 'The URL that receives messages; for a chat, it is stored as a secret and never shown again.',
  })
  url: string;
  @Choice(WEBHOOK_FORMATS, {
    optional: true,
    description: 'The message format; if absent, `standard`. It cannot be changed.',
  })
  format?: WebhookFormat;
  @Text({ optional: true, nullable: true, max: 200 })
  description?: string | null;
  @ChoiceList(MESSAGE_TYPES, { optional: true, ...TYPES })
  types?: string[];
}

/** What to change of a webhook. */
export class UpdateWebhook {
  @HttpUrl({ optional: true, description: 'The URL that receives messages.' })
  url?: string;
  @Text({ optional: true, nullable: true, max: 200 })
  description?: string | null;
  @ChoiceList(MESSAGE_TYPES, { optional: true, ...TYPES })
  types?: string[];
  @Flag({ optional: true, description: 'Whether it is on.' })
  enabled?: boolean;
}

/** Which message to send to try a webhook. */
export class TestWebhook {
  @Choice(named('TestMessageType', [...MESSAGE_TYPES, TEST]), {
    optional: true,
    description: 'The message type; if absent, `webhook.test`.',
  })
  type?: string;
}

/** One message to a webhook, and how it went. */
@Described('A webhook message with its delivery status.')
export class DeliveryDto {
  @Id({ description: 'The `webhook-id` of the message.' })
  id: string;
  @Text({ description: 'The type of the message.' })
  type: string;
  @Integer({
    min: 1,
    nullable: true,
    description:
      'The sequence number among the messages of the webhook, without gaps; null for messages from before numbering.',
  })
  sequence: number | null;
  @Id({ nullable: true, description: 'The event in the change log; null for a test message.' })
  eventId: string | null;
  @Choice(DELIVERY_STATUSES)
  status: DeliveryStatus;
  @Integer({ min: 0, description: 'The number of attempts.' })
  attempts: number;
  @Integer({ nullable: true, description: 'The HTTP status of the last attempt; null without a response.' })
  responseStatus: number | null;
  @Text({ nullable: true, description: 'The error of the last attempt without a response.' })
  error: string | null;
  @Timestamp({ nullable: true, description: 'The time of the next attempt; null if none.' })
  nextAttemptAt: Date | null;
  @Timestamp({ nullable: true, description: 'The time of the successful delivery; null if not yet delivered.' })
  deliveredAt: Date | null;
  @Timestamp()
  createdAt: Date;

  static from(delivery: WebhookDelivery): DeliveryDto {
    return fieldsOf(DeliveryDto, delivery);
  }
}

/** One delivery. */
export class DeliveryEnvelope {
  @Nested(() => DeliveryDto)
  delivery: DeliveryDto;
}

/** A page of deliveries, newest first. */
export class DeliveryPage {
  @NestedList(() => DeliveryDto)
  deliveries: DeliveryDto[];
  @Total()
  total: number | null;
  @Integer()
  page: number;
  @Integer()
  pageSize: number;
}

/** Which deliveries to list. */
export class ListDeliveriesQuery extends PageQuery(25) {}
