import { clock } from '#libs/clock';
import { query } from '#libs/database';
import { RateLimited, Unauthenticated } from '#libs/errors';
import { isId } from '#libs/ids';
import { Vault } from '#libs/secrets';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { networkOf } from '../../../platform/limits/network.js';
import { organizationOfPath } from '../../../accounts/organizations/organization-of-path.js';
import { requireActive } from '../../../accounts/organizations/require-active.js';
import { type ReadSlot, ReadSlots } from '../../webhooks/read-slots.js';
import { secretOfConnection } from '../connections/encrypted-credentials.js';
import { SECRET_OF_CONNECTION } from '../connections/connections.sql.js';
import { HEAR, MARK_CHANGED_THERE } from '../sync/links.sql.js';
import { addSyncs } from '../sync/watch-issues.service.js';
import type { TrackerKind } from '../../../records/issues/tracker-link.js';
import { DELIVERIES, issueOfDelivery, fieldsOfEvent } from './read-event.js';

const RETRY_AFTER_S = 5;

/** What is known of a delivery before its body is read. */
interface Sender {
  /** The id or the slug of the organization. */
  organization: string;
  connectionId: string;
  address: string;
  headerOf: (name: string) => string | undefined;
}

/** A connection that takes deliveries. */
interface Taking {
  organizationId: string;
  id: string;
  kind: TrackerKind;
  secret: string;
}

/** The connection does not exist, has no secret, or the delivery is not proved by it: all the same to strangers. */
const notProved = (): Unauthenticated =>
  new Unauthenticated('invalid_signature', 'The delivery is not authenticated with the secret of a connection.');

/** Takes deliveries of trackers: they only say which issue is to be looked at, so doubles and old ones change nothing. */
@Injectable()
export class TrackerDeliveries {
  private readonly slots = new ReadSlots();

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly vault: Vault,
  ) {}

  /**
   * Reads a delivery, and has the issue that it names compared. Answers how many are.
   * @param read reads the body in the room that it is given
   * @throws Unauthenticated, RateLimited, InvalidInput, Forbidden `organization_suspended`, and what `read` throws
   */
  async take(sender: Sender, read: (slot: ReadSlot) => Promise<Buffer>): Promise<number> {
    const before = await this.takingOf(sender);
    const proof = DELIVERIES[before.kind].proofIn(sender.headerOf);
    if (!proof) throw notProved();
    const address = networkOf(sender.address);
    const slot = this.slots.acquire(address, before.organizationId, clock.millis());
    if (!slot) throw new RateLimited(RETRY_AFTER_S);
    try {
      const body = await read(slot);
      // With the secret that is stored after the body has arrived.
      const taking = await this.takingOf(sender);
      if (!DELIVERIES[taking.kind].isProved(body, proof, taking.secret)) throw notProved();
      this.slots.trust(address, clock.millis());
      if (taking.kind !== 'webhook') return await this.markChanged(taking, issueOfDelivery(taking.kind, body));
      const sentAt = new Date(Number(sender.headerOf('webhook-timestamp')) * 1_000);
      return await this.storeFields(taking, fieldsOfEvent(body), sentAt);
    } finally {
      slot.release();
    }
  }

  private async markChanged({ organizationId, id }: Taking, externalId: string | undefined): Promise<number> {
    return this.database.transaction(async (tx) => {
      await requireActive(tx, organizationId);
      if (externalId === undefined) return 0;
      const due = await query(tx, MARK_CHANGED_THERE, [organizationId, id, [externalId]]);
      await addSyncs(tx, organizationId, due);
      return due.length;
    });
  }

  /** What it tells is kept until it is compared; what is older than what it has told before is not heard. */
  private async storeFields(
    { organizationId, id }: Taking,
    { key, fields }: ReturnType<typeof fieldsOfEvent>,
    sentAt: Date,
  ): Promise<number> {
    return this.database.transaction(async (tx) => {
      await requireActive(tx, organizationId);
      const due = await query(tx, HEAR, [organizationId, id, key, JSON.stringify(fields), sentAt]);
      await addSyncs(tx, organizationId, due);
      return due.length;
    });
  }

  private async takingOf({ organization, connectionId: id }: Sender): Promise<Taking> {
    const organizationId = isId(id) ? await organizationOfPath(this.database, organization) : undefined;
    if (!organizationId) throw notProved();
    const [found] = await query(this.database, SECRET_OF_CONNECTION, [organizationId, id]);
    if (!found) throw notProved();
    const secret = this.vault.open(secretOfConnection(id, 'webhook_secret'), found.stored);
    return { organizationId, id, kind: found.kind as TrackerKind, secret };
  }
}
