import { clock } from '#libs/clock';
import { Settings } from '#libs/config';
import { query } from '#libs/database';
import { NotFound, TemporarilyUnavailable } from '#libs/errors';
import type { Work } from '#libs/logging';
import { Vault } from '#libs/secrets';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccountsOfWork } from '../../../accounts/organizations/accounts-of-work.service.js';
import { ResourcePlaces } from '../../../platform/places/resource-places.service.js';
import { SlowReceivers } from '../../../platform/places/slow-receivers.js';
import type { Product } from '../../../products/products/product.entity.js';
import { UnitOfWork } from '../../../platform/work/unit-of-work.service.js';
import type { Turn } from '../tracker-client.js';
import type { TrackerFault } from '../tracker-fault.js';
import type { Tracker } from '../tracker.js';
import { trackerOf } from '../tracker-of.js';
import { NOTE_FAILURE, NOTE_SUCCESS } from './connections.sql.js';
import { secretOfConnection } from './encrypted-credentials.js';
import { subjectOfConnection } from './subject-of-connection.js';
import { TrackerConnection } from './tracker-connection.entity.js';

/**
 * How long all questions of a turn may take: a tracker that is slow must not hold a place for long; and one that did not
 * answer in time within the last hour.
 */
const WITHIN_MS = { trackers: 60_000, slow_trackers: 5_000 };
/** What a tracker is opened with that is asked nothing. */
const NO_TURN: Turn = { stopping: new AbortController().signal, until: 0 };

/** What counts as a refusal: it does not pass by itself. */
const REFUSALS = ['unauthorized', 'forbidden', 'not_found', 'private_address'];

/** Opens the trackers of connections, and notes how they answer. */
@Injectable()
export class Trackers {
  private readonly slow = new SlowReceivers();

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly settings: Settings,
    private readonly vault: Vault,
    private readonly accounts: AccountsOfWork,
    private readonly places: ResourcePlaces,
  ) {}

  /** @param turn what may be asked; absent: nothing */
  open(connection: TrackerConnection, turn: Turn = NO_TURN): Tracker {
    const { id, kind, url, projectKey, issueType, states, credentials } = connection;
    const opened = this.vault.open(secretOfConnection(id, 'credentials'), credentials);
    const { token, email = null } = JSON.parse(opened) as { token: string; email?: string | null };
    const access = { url, projectKey, issueType, states, token, email };
    const { webhooksAllowPrivate: allowPrivate } = this.settings;
    return trackerOf(kind, access, { ...turn, allowPrivate });
  }

  /** A connection that is not suspended, with its credentials; undefined: there is none. */
  async find(tx: EntityManager, organizationId: string, id: string): Promise<TrackerConnection | undefined> {
    const found = await tx
      .createQueryBuilder(TrackerConnection, 'connection')
      .addSelect('connection.credentials')
      .where({ organizationId, id })
      .andWhere('connection.suspendedBy IS NULL')
      .getOne();
    return found ?? undefined;
  }

  /** The same of a product. @throws NotFound */
  async ofProduct(tx: EntityManager, product: Product, id: string): Promise<TrackerConnection> {
    const connection = await this.find(tx, product.organizationId, id);
    if (connection?.productId !== product.id) throw new NotFound('tracker connection');
    return connection;
  }

  /**
   * Gives a turn at the tracker of a connection to the account whose work it is, unless there is no place for it now:
   * then undefined. Those that did not answer in time lately have few places of their own, and little time.
   * @param stopping aborted at a shutdown
   */
  tryTurn<T>(
    { url }: TrackerConnection,
    whose: Work,
    stopping: AbortSignal,
    work: (turn: Turn) => Promise<T>,
  ): Promise<T> | undefined {
    const { hostname } = new URL(url);
    const resource = this.slow.isSlow(whose.account, hostname) ? 'slow_trackers' : 'trackers';
    return this.places.tryRun(resource, whose, async () => {
      let inTime = true;
      const onLate = (): void => void (inTime = false);
      try {
        return await work({ stopping, until: clock.millis() + WITHIN_MS[resource], onLate });
      } finally {
        this.slow.note(whose.account, hostname, inTime);
      }
    });
  }

  /** The same for somebody who waits for it. @throws TemporarilyUnavailable where there is no place */
  async runNow<T>(connection: TrackerConnection, work: (turn: Turn) => Promise<T>): Promise<T> {
    const whose = await this.accounts.of(connection.organizationId);
    const running = this.tryTurn(connection, whose, NO_TURN.stopping, work);
    if (!running) throw new TemporarilyUnavailable();
    return running;
  }

  /** Notes that a tracker has done what was asked. */
  async noteSuccess(tx: EntityManager, { organizationId, id }: TrackerConnection): Promise<void> {
    await query(tx, NOTE_SUCCESS, [organizationId, id, 200]);
  }

  /** Notes why it has not, in a unit of its own: a connection that begins to fail, or is turned off, is told. */
  async noteFailure(connection: TrackerConnection, { problem, status, retryAt }: TrackerFault): Promise<void> {
    const { organizationId, id } = connection;
    // What is written of one issue may be at fault, and waiting is no failure.
    const counts = problem !== 'rejected' && problem !== 'rate_limited';
    const refused = REFUSALS.includes(problem);
    await this.unitOfWork.run(async (change) => {
      const [noted] = await query(change.tx, NOTE_FAILURE, [
        ...([organizationId, id, problem, status, retryAt ?? null] as const),
        ...([refused, counts] as const),
      ]);
      if (!noted || noted.before === noted.after) return;
      const { name, productId, productSlug } = noted;
      change.record({
        ...subjectOfConnection({ organizationId, productId, id, name }),
        type: noted.after === 'off' ? 'tracker_connection.disabled' : 'tracker_connection.failing',
        changes: [{ field: 'state', from: noted.before, to: noted.after }],
      });
      if (noted.after === 'off')
        change.tell({
          kind: 'connection_failing',
          organizationId,
          subject: { kind: 'tracker_connection', id, title: name, productSlug },
        });
    });
  }
}
