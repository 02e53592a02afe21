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

const TYPES = { description: 'What it is told of; empty: everything.' };

/** A URL that receives events. */
@Described('An address that is told of what happens.')
export class WebhookDto {
  @Id()
  id: string;
  @HttpUrl({ description: 'Where messages are posted; of a chat the host alone, for its address is a secret.' })
  url: string;
  @Choice(WEBHOOK_FORMATS, { description: 'How messages are written.' })
  format: WebhookFormat;
  @Text({ nullable: true })
  description: string | null;
  @ChoiceList(MESSAGE_TYPES, TYPES)
  types: string[];
  @Flag({
    description: 'It is told of what happens while it is on; a message that finds it off fails, and can be replayed.',
  })
  enabled: boolean;
  @Choice(named('DisabledReason', ['gone', 'failing']), {
    nullable: true,
    description: '`gone`: it answered 410. `failing`: a message failed for three days, and no other arrived meanwhile.',
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
@Described('A webhook, with the secret that signs its messages.')
export class WebhookWithSecretDto extends WebhookDto {
  @Text({ nullable: true, description: '`whsec_…`; shown now and never again. Null: nothing is signed for a chat.' })
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
  @HttpUrl({ description: 'Where messages are posted; of a chat it is kept as a secret, and never shown again.' })
  url: string;
  @Choice(WEBHOOK_FORMATS, { optional: true, description: 'How messages are written; absent: `standard`. It stays.' })
  format?: WebhookFormat;
  @Text({ optional: true, nullable: true, max: 200 })
  description?: string | null;
  @ChoiceList(MESSAGE_TYPES, { optional: true, ...TYPES })
  types?: string[];
}

/** What to change of a webhook. */
export class UpdateWebhook {
  @HttpUrl({ optional: true, description: 'Where messages are posted.' })
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
    description: 'The type of the message; absent: `webhook.test`.',
  })
  type?: string;
}

/** One message to a webhook, and how it went. */
@Described('A message to a webhook, and what became of it.')
export class DeliveryDto {
  @Id({ description: 'The `webhook-id` of the message.' })
  id: string;
  @Text({ description: 'The type of the message.' })
  type: string;
  @Integer({
    min: 1,
    nullable: true,
    description: 'Its number among the messages to the webhook, without gaps; null: of before they had numbers.',
  })
  sequence: number | null;
  @Id({ nullable: true, description: 'The event in the change log; null for a test.' })
  eventId: string | null;
  @Choice(DELIVERY_STATUSES)
  status: DeliveryStatus;
  @Integer({ min: 0, description: 'How often it was sent.' })
  attempts: number;
  @Integer({ nullable: true, description: 'The status that the receiver answered last; null: it did not answer.' })
  responseStatus: number | null;
  @Text({ nullable: true, description: 'Why the last attempt got no answer.' })
  error: string | null;
  @Timestamp({ nullable: true, description: 'When it is sent again; null: never.' })
  nextAttemptAt: Date | null;
  @Timestamp({ nullable: true, description: 'When the receiver took it; null: not yet.' })
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
