import { clock } from '#libs/clock';
import { requireBelowLimit, Settings } from '#libs/config';
import { query } from '#libs/database';
import { DAY_MS } from '#libs/dates';
import { Conflict, NotFound } from '#libs/errors';
import { newId } from '#libs/ids';
import { resolvesToPrivate } from '#libs/outbound';
import { Vault } from '#libs/secrets';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { forgetMade, noteMade } from '../../accounts/identity/recovery/note-made.js';
import { changedFields, type FieldChange, pickDefined } from '../../platform/lists/changed-fields.js';
import { type PageOrder, type RecordList, recordsOf } from '../../platform/lists/page-of.js';
import type { Page } from '../../platform/lists/pagination.js';
import type { Organization } from '../../accounts/organizations/organization.entity.js';
import { checkIfMatch } from '../../platform/work/check-if-match.js';
import { advisoryLock } from '../../platform/work/locks.js';
import { UnitOfWork } from '../../platform/work/unit-of-work.service.js';
import { DeliveriesService, receives } from './deliveries.service.js';
import type { CreateWebhook, ListDeliveriesQuery, UpdateWebhook } from './dto/webhook.dto.js';
import { privateAddress } from './errors.js';
import { redactUrl } from './redact-url.js';
import { newSigningSecret } from './signature.js';
import { decryptSecret, secretLocation } from './signing-secrets.js';
import { makeDeliveries } from './make-deliveries.js';
import { Snapshots } from './snapshots.service.js';
import { testData } from './test-message.js';
import { WebhookDelivery } from './webhook-delivery.entity.js';
import { IN_USE } from './suspended-webhooks.js';
import { WEBHOOK, WEBHOOK_SECRET } from './suspensions.service.js';
import { Webhook } from './webhook.entity.js';
import { isChat } from './webhook-formats.js';
import { SECRET_OF } from './webhooks.sql.js';
import { Quotas } from '../../accounts/organizations/quotas.service.js';

/** A pending delivery cannot be replayed. */
class DeliveryPending extends Conflict {
  readonly code = 'delivery_pending';
  constructor() {
    super('The message has not been delivered yet, and will be retried automatically.');
  }
}

/** A webhook that is off is not sent what happened. */
class WebhookDisabled extends Conflict {
  readonly code = 'webhook_disabled';
  constructor() {
    super('The webhook is off. Turn it on to replay the message.');
  }
}

/** Messages to chats carry no signature, so there is no secret to renew. */
class NotSigned extends Conflict {
  readonly code = 'webhook_not_signed';
  constructor() {
    super('Messages to a chat are not signed, so there is no secret.');
  }
}

// How long the secret before the last rotation still signs beside the new one.
const ROTATION_MS = DAY_MS;

/** The webhooks of an organization. */
@Injectable()
export class WebhooksService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly settings: Settings,
    private readonly quotas: Quotas,
    private readonly deliveries: DeliveriesService,
    private readonly vault: Vault,
    private readonly snapshots: Snapshots,
  ) {}

  async list(organization: Organization): Promise<Webhook[]> {
    return this.database.manager.find(Webhook, {
      where: { organizationId: organization.id, ...IN_USE },
      order: { createdAt: 'ASC', id: 'ASC' },
    });
  }

  async read(organization: Organization, id: string): Promise<Webhook> {
    return this.find(this.database.manager, organization, id);
  }

  async create(organization: Organization, body: CreateWebhook): Promise<{ webhook: Webhook; secret: string | null }> {
    this.vault.requireOpen();
    await this.requirePublic(body.url);
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      await change.lock(advisoryLock('webhooks', organization.id));
      requireBelowLimit(
        this.quotas.of(organization.id),
        'webhooks',
        await tx.countBy(Webhook, { organizationId: organization.id, ...IN_USE }),
      );
      const [id, secret] = [newId(), newSigningSecret()];
      const { url, format = 'standard', description = null, types = [] } = body;
      const sealed = this.vault.seal(secretLocation(id, 'secret'), secret);
      const place = this.placeOf({ id, format }, url);
      const values = { ...place, format, description, types, enabled: true, secret: sealed };
      await tx.insert(Webhook, { id, organizationId: organization.id, ...values });
      await noteMade(tx, madeOf(WEBHOOK, { organizationId: organization.id, id, url }));
      change.record({
        organizationId: organization.id,
        type: 'webhook.created',
        subject: { id, title: redactUrl(url) },
      });
      const webhook = await this.find(tx, organization, id);
      return { webhook, secret: isChat(webhook) ? null : secret };
    });
  }

  /** Enabling it again also clears the reason why it was disabled. */
  async update(organization: Organization, id: string, body: UpdateWebhook): Promise<Webhook> {
    if (body.url !== undefined) await this.requirePublic(body.url);
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      const webhook = await this.find(tx, organization, id, { lock: true });
      checkIfMatch(webhook);
      const picked: Partial<Webhook> = pickDefined(body, 'url', 'description', 'types', 'enabled');
      // Whoever sends back what is shown of a chat leaves its address as it is.
      const isMoved = body.url !== undefined && body.url !== webhook.url;
      const values = { ...picked, ...(isMoved ? this.placeOf(webhook, body.url!) : {}) };
      const changes = changedFields(webhook, picked).map(withoutSecrets);
      if (changes.length > 0) {
        await tx.update(
          Webhook,
          { organizationId: organization.id, id },
          body.enabled ? { ...values, disabledReason: null } : values,
        );
        // Whoever changes where it goes, or turns it on, answers for it from now on.
        if (changes.some(({ field, to }) => field === 'url' || (field === 'enabled' && to === true)))
          await noteMade(tx, madeOf(WEBHOOK, { ...webhook, ...values }));
        change.record({ ...subjectOfWebhook(webhook), type: 'webhook.updated', changes });
      }
      return this.find(tx, organization, id);
    });
  }

  async delete(organization: Organization, id: string): Promise<void> {
    await this.unitOfWork.run(async (change) => {
      const { tx } = change;
      const webhook = await this.find(tx, organization, id, { lock: true });
      checkIfMatch(webhook);
      await tx.delete(Webhook, { organizationId: organization.id, id });
      for (const kind of [WEBHOOK, WEBHOOK_SECRET]) await forgetMade(tx, kind, [id]);
      change.record({ ...subjectOfWebhook(webhook), type: 'webhook.deleted' });
    });
  }

  /** A new secret; the one before it signs beside it for a day. */
  async rotate(organization: Organization, id: string): Promise<{ webhook: Webhook; secret: string }> {
    this.vault.requireOpen();
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      const webhook = await this.find(tx, organization, id, { lock: true });
      if (isChat(webhook)) throw new NotSigned();
      const [found] = await query(tx, SECRET_OF, [organization.id, id]);
      const former = decryptSecret(this.vault, id, 'secret', found!.stored);
      const secret = newSigningSecret();
      await tx.update(
        Webhook,
        { organizationId: organization.id, id },
        {
          secret: this.vault.seal(secretLocation(id, 'secret'), secret),
          previousSecret: this.vault.seal(secretLocation(id, 'previous_secret'), former),
          previousSecretUntil: clock.in(ROTATION_MS),
        },
      );
      // Whoever knows the secret signs as we do. Who made the webhook answers for where it goes all the same.
      await noteMade(tx, madeOf(WEBHOOK_SECRET, webhook));
      change.record({ ...subjectOfWebhook(webhook), type: 'webhook.secret_rotated' });
      return { webhook: await this.find(tx, organization, id), secret };
    });
  }

  /** Sends it a message of this type, whatever it is told of. */
  async test(organization: Organization, id: string, type: string): Promise<WebhookDelivery> {
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      const webhook = await this.find(tx, organization, id, { lock: true });
      const data = await testData(tx, this.snapshots, { organizationId: organization.id, webhookId: id }, type);
      const message = { webhookId: id, eventId: null, type, part: 0, timestamp: clock.now().toISOString(), data };
      const [made] = await makeDeliveries(tx, organization.id, [message]);
      const changes = [{ field: 'type', from: null, to: type }];
      change.record({ ...subjectOfWebhook(webhook), type: 'webhook.tested', changes });
      return tx.findOneByOrFail(WebhookDelivery, { organizationId: organization.id, id: made! });
    });
  }

  async deliveriesOf(
    organization: Organization,
    id: string,
    query: ListDeliveriesQuery,
  ): Promise<Page<WebhookDelivery>> {
    const webhook = await this.read(organization, id);
    const list: RecordList = { owner: ['organization_id', organization.id], filters: { webhookId: webhook.id } };
    const order: PageOrder = { ...query, sortField: 'createdAt', sortDirection: 'desc' };
    return recordsOf(this.database.manager, WebhookDelivery, list, order);
  }

  /** Sends a message again as it was, under its own id. */
  async replay(organization: Organization, id: string, deliveryId: string): Promise<WebhookDelivery> {
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      const webhook = await this.find(tx, organization, id, { lock: true });
      const delivery = await tx.findOne(WebhookDelivery, {
        where: { organizationId: organization.id, id: deliveryId, webhookId: id },
        lock: { mode: 'pessimistic_write' },
      });
      if (!delivery) throw new NotFound('delivery');
      if (delivery.status === 'pending') throw new DeliveryPending();
      if (!receives(webhook, delivery)) throw new WebhookDisabled();
      change.record({
        ...subjectOfWebhook(webhook),
        type: 'webhook.delivery_replayed',
        changes: [{ field: 'deliveryId', from: null, to: deliveryId }],
      });
      return this.deliveries.requeue(tx, delivery);
    });
  }

  private async find(
    tx: EntityManager,
    organization: Organization,
    id: string,
    { lock = false } = {},
  ): Promise<Webhook> {
    const webhook = await tx.findOne(Webhook, {
      where: { organizationId: organization.id, id, ...IN_USE },
      ...(lock ? { lock: { mode: 'pessimistic_write' } } : {}),
    });
    if (!webhook) throw new NotFound('webhook');
    return webhook;
  }

  /** What is stored of where it leads. */
  private placeOf({ id, format }: Pick<Webhook, 'id' | 'format'>, url: string): Pick<Webhook, 'url' | 'address'> {
    if (!isChat({ format })) return { url, address: null };
    this.vault.requireOpen();
    return { url: new URL(url).origin, address: this.vault.seal(secretLocation(id, 'address'), url) };
  }

  private async requirePublic(url: string): Promise<void> {
    if (!this.settings.webhooksAllowPrivate && (await resolvesToPrivate(url))) throw privateAddress();
  }
}

/** How an event names a webhook. */
const subjectOfWebhook = ({ organizationId, id, url }: Webhook) => ({
  organizationId,
  subject: { id, title: redactUrl(url) },
});

/** What is noted of whoever makes it, or its secret. */
const madeOf = (kind: string, { organizationId, id, url }: Pick<Webhook, 'organizationId' | 'id' | 'url'>) => ({
  kind,
  recordId: id,
  organizationId,
  title: redactUrl(url),
});

const withoutSecrets = (change: FieldChange): FieldChange =>
  change.field === 'url'
    ? { ...change, from: redactUrl(change.from as string), to: redactUrl(change.to as string) }
    : change;
