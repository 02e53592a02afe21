import { requireBelowLimit, Settings } from '#libs/config';
import { query } from '#libs/database';
import { InvalidInput, NotFound, requireEach, unknownReferences } from '#libs/errors';
import { newId } from '#libs/ids';
import { resolvesToPrivate } from '#libs/outbound';
import { Vault } from '#libs/secrets';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, In } from 'typeorm';
import { forgetMade, noteMade } from '../../../accounts/identity/recovery/note-made.js';
import { changedFields, type FieldChange, pickDefined } from '../../../platform/lists/changed-fields.js';
import { type Detail, loadDetailed } from '../../../platform/lists/details.js';
import { Member } from '../../../accounts/organizations/members/member.entity.js';
import { Quotas } from '../../../accounts/organizations/quotas.service.js';
import { inProduct } from '../../../products/products/product-key.js';
import { activeLock } from '../../../products/products/product-records.js';
import type { Product } from '../../../products/products/product.entity.js';
import { checkIfMatch } from '../../../platform/work/check-if-match.js';
import { advisoryLock } from '../../../platform/work/locks.js';
import type { TrackerPerson, TrackerStates } from '../dto/parts-of-connections.dto.js';
import { UnitOfWork } from '../../../platform/work/unit-of-work.service.js';
import type {
  CreateTrackerConnection,
  TrackerConnectionDto,
  UpdateTrackerConnection,
} from '../dto/tracker-connection.dto.js';
import { faultsOfKind } from '../dto/faults-of-kind.js';
import type { Turn } from '../tracker-client.js';
import { TrackerFault } from '../tracker-fault.js';
import type { TrackerProject } from '../tracker.js';
import { KINDS_OF_TRACKERS } from '../kinds.js';
import { TRACKER_CONNECTION } from './connection-suspensions.service.js';
import { NOTE_PROJECT } from './connections.sql.js';
import { secretOfConnection } from './encrypted-credentials.js';
import { subjectOfConnection } from './subject-of-connection.js';
import { type StatesThere, TrackerConnection } from './tracker-connection.entity.js';
import type { TrackerKind } from '../../../records/issues/tracker-link.js';
import { Trackers } from './trackers.service.js';

/** A connection, and what is shown beside its row. */
export interface ShownConnection {
  connection: TrackerConnection;
  around: Pick<TrackerConnectionDto, 'webhookUrl' | 'webhookSecretSet'>;
}

const DETAILS = {
  webhookSecretSet: { sql: 'SELECT record.webhook_secret IS NOT NULL', read: (set: boolean) => set },
} satisfies Record<string, Detail<unknown>>;

/** The connections of products with trackers. */
@Injectable()
export class ConnectionsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly settings: Settings,
    private readonly quotas: Quotas,
    private readonly vault: Vault,
    private readonly trackers: Trackers,
  ) {}

  list(product: Product): Promise<ShownConnection[]> {
    return this.load(this.database.manager, product);
  }

  read(product: Product, id: string): Promise<ShownConnection> {
    return this.shown(this.database.manager, product, id);
  }

  /** @throws InvalidInput, LimitReached, ProductArchived, SecretKeyMissing */
  async create(product: Product, body: CreateTrackerConnection): Promise<ShownConnection> {
    this.vault.requireOpen();
    const url = await this.requireUrl(body.kind, body.url ?? KINDS_OF_TRACKERS[body.kind].usualUrl!);
    const { organizationId, id: productId } = product;
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      await requireMembers(tx, organizationId, body.people);
      await change.lock(activeLock(organizationId, [productId]), advisoryLock('tracker connections', productId));
      const where = { ...inProduct(product) };
      const count = await tx.countBy(TrackerConnection, where);
      requireBelowLimit(this.quotas.of(organizationId), 'trackerConnections', count);
      const id = newId();
      const { kind, name, project: projectKey } = body;
      const secrets = this.sealed(id, body) as Pick<TrackerConnection, 'credentials'>;
      const issueType = body.issueType ?? KINDS_OF_TRACKERS[kind].issueType;
      const named = { ...where, id, kind, name, url, projectKey };
      const connection = { ...named, ...settingsOf(body), issueType, ...secrets };
      await tx.insert(TrackerConnection, connection);
      await noteMade(tx, { kind: TRACKER_CONNECTION, recordId: id, organizationId, title: name });
      change.record({ ...subjectOfConnection(connection), type: 'tracker_connection.created' });
      return this.shown(tx, product, id);
    });
  }

  /** @throws InvalidInput, ChangedMeanwhile, SecretKeyMissing */
  async update(product: Product, id: string, body: UpdateTrackerConnection): Promise<ShownConnection> {
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      const connection = await this.locked(tx, product, id);
      await requireMembers(tx, product.organizationId, body.people);
      const faults = faultsOfKind(connection.kind, body);
      if (faults.length > 0) throw new InvalidInput(faults);
      checkIfMatch(connection);
      const secrets = this.sealed(id, body);
      const given: Partial<TrackerConnection> = { ...pickDefined(body, 'name', 'state'), ...settingsOf(body) };
      const changes = changedFields(connection, given).map(withoutAccounts);
      const renewed = Object.keys(secrets).map((field) => ({ field, from: null, to: null }));
      if (changes.length + renewed.length === 0) return this.shown(tx, product, id);
      // Whoever gives another account, or turns it on, has tried anew.
      const restarts = body.state === 'on' || body.credentials !== undefined;
      const forgotten = restarts ? { problem: null, failingSince: null, pausedUntil: null } : {};
      await tx.update(
        TrackerConnection,
        { organizationId: product.organizationId, id },
        { ...given, ...secrets, ...forgotten },
      );
      if (restarts) {
        const { name } = { ...connection, ...given };
        const { organizationId } = product;
        await noteMade(tx, { kind: TRACKER_CONNECTION, recordId: id, organizationId, title: name });
      }
      change.record({
        ...subjectOfConnection({ ...connection, ...given }),
        type: 'tracker_connection.updated',
        changes: [...changes, ...renewed],
      });
      return this.shown(tx, product, id);
    });
  }

  /** What stands in the tracker stays there. */
  async delete(product: Product, id: string): Promise<void> {
    await this.unitOfWork.run(async (change) => {
      const { tx } = change;
      const connection = await this.locked(tx, product, id);
      checkIfMatch(connection);
      await tx.delete(TrackerConnection, { organizationId: product.organizationId, id });
      await forgetMade(tx, TRACKER_CONNECTION, [id]);
      change.record({ ...subjectOfConnection(connection), type: 'tracker_connection.deleted' });
    });
  }

  /**
   * Asks the tracker whether the account may do what we need.
   * @throws TemporarilyUnavailable where too many are asked at once
   */
  async test(product: Product, id: string): Promise<TrackerProject | TrackerFault> {
    const connection = await this.trackers.ofProduct(this.database.manager, product, id);
    return this.trackers.runNow(connection, (turn) => this.verify(connection, turn));
  }

  private async verify(connection: TrackerConnection, turn: Turn): Promise<TrackerProject | TrackerFault> {
    const { organizationId, id } = connection;
    try {
      const project = await this.trackers.open(connection, turn).verify();
      await this.unitOfWork.run(async ({ tx }) => {
        await query(tx, NOTE_PROJECT, [organizationId, id, project.id, project.name]);
        await this.trackers.noteSuccess(tx, connection);
      });
      return project;
    } catch (error) {
      if (!(error instanceof TrackerFault)) throw error;
      await this.trackers.noteFailure(connection, error);
      return error;
    }
  }

  /** The encrypted secrets that a request brings. */
  private sealed(
    id: string,
    { credentials, webhookSecret }: Pick<UpdateTrackerConnection, 'credentials' | 'webhookSecret'>,
  ): Partial<Pick<TrackerConnection, 'credentials' | 'webhookSecret'>> {
    if (credentials || webhookSecret) this.vault.requireOpen();
    const seal = (column: 'credentials' | 'webhook_secret', secret: string): string =>
      this.vault.seal(secretOfConnection(id, column), secret);
    return {
      ...(credentials && {
        credentials: seal(
          'credentials',
          JSON.stringify({ token: credentials.token, email: credentials.email ?? null }),
        ),
      }),
      ...(webhookSecret !== undefined && {
        webhookSecret: webhookSecret === null ? null : seal('webhook_secret', webhookSecret),
      }),
    };
  }

  /** The address without what no tracker has. @throws InvalidInput */
  private async requireUrl(kind: TrackerKind, given: string): Promise<string> {
    const { protocol, origin, pathname, search } = new URL(given);
    // Tokens would be readable on their way.
    if (protocol !== 'https:' && !this.settings.webhooksAllowPrivate)
      throw faultOfUrl('not_allowed', 'url must begin with https://');
    const url = kind === 'webhook' ? `${origin}${pathname}${search}` : `${origin}${pathname.replace(/\/+$/, '')}`;
    if (!this.settings.webhooksAllowPrivate && (await resolvesToPrivate(url)))
      throw faultOfUrl('private_address', 'url must be a public internet address');
    return url;
  }

  private async locked(tx: EntityManager, product: Product, id: string): Promise<TrackerConnection> {
    const found = await tx
      .createQueryBuilder(TrackerConnection, 'connection')
      .where({ ...inProduct(product), id })
      .andWhere('connection.suspendedBy IS NULL')
      .setLock('pessimistic_write')
      .getOne();
    if (!found) throw new NotFound('tracker connection');
    return found;
  }

  private async shown(tx: EntityManager, product: Product, id: string): Promise<ShownConnection> {
    const [found] = await this.load(tx, product, id);
    if (!found) throw new NotFound('tracker connection');
    return found;
  }

  private async load(tx: EntityManager, product: Product, id?: string): Promise<ShownConnection[]> {
    const where = { ...inProduct(product), ...(id === undefined ? {} : { id }) };
    const found = await loadDetailed(tx, ['connection', TrackerConnection], DETAILS, where, 'createdAt');
    return found
      .filter(({ connection }) => connection.suspendedBy === null)
      .map(({ connection, webhookSecretSet }) => ({
        connection,
        around: {
          webhookSecretSet,
          webhookUrl: `${this.settings.publicUrl}/api/webhooks/trackers/${connection.organizationId}/${connection.id}`,
        },
      }));
  }
}

/** Events outlive accounts: how many people are named is all that they say of them. */
const withoutAccounts = (change: FieldChange): FieldChange =>
  change.field === 'people'
    ? { ...change, from: (change.from as unknown[]).length, to: (change.to as unknown[]).length }
    : change;

const faultOfUrl = (code: 'not_allowed' | 'private_address', message: string): InvalidInput =>
  new InvalidInput([{ path: '/url', code, message }]);

/** The columns of what people may change. */
function settingsOf({
  severities,
  priorities,
  push,
  states,
  template,
  ...body
}: Omit<UpdateTrackerConnection, 'name' | 'state'>): Partial<TrackerConnection> {
  return {
    ...pickDefined(body, 'labels', 'people', 'whenClosedThere', 'reopenThere'),
    ...(body.follow && { follow: [...new Set(body.follow)] }),
    ...(body.issueType && { issueType: body.issueType }),
    ...(states && { states: withoutAbsent(states) }),
    ...(template && { template: withoutNull(template) }),
    ...(severities && { severities: withoutNull(severities) }),
    ...(priorities && { priorities: withoutNull(priorities) }),
    ...(push && { pushBy: push.by, pushMinSeverity: push.minSeverity ?? null }),
  };
}

const withoutAbsent = ({ here, there }: TrackerStates): StatesThere => ({
  ...(here && { here: withoutNull(here) }),
  ...(there && { there: there.map(({ name, state }) => ({ name, state })) }),
});

const withoutNull = (labels: object): Record<string, string> =>
  Object.fromEntries(Object.entries(labels).filter(([, label]) => typeof label === 'string') as [string, string][]);

/** That people are members, and each stands there once. */
async function requireMembers(
  tx: EntityManager,
  organizationId: string,
  people: readonly TrackerPerson[] = [],
): Promise<void> {
  if (people.length === 0) return;
  const ids = people.map(({ userId }) => userId.toLowerCase());
  const members = await tx.findBy(Member, { organizationId, userId: In(ids) });
  const known = new Set(members.map(({ userId }) => userId));
  const strangers = ids.filter((id) => !known.has(id));
  await requireEach(
    () => {
      if (strangers.length === 0) return Promise.resolve();
      const faults = unknownReferences('/people', strangers, ids, 'member').faults;
      throw new InvalidInput(faults.map((fault) => ({ ...fault, path: `${fault.path}/userId` })));
    },
    () => {
      const twice = ids.flatMap((id, index) =>
        ids.indexOf(id) === index
          ? []
          : [
              {
                path: `/people/${index}/userId`,
                code: 'duplicate' as const,
                message: 'The person is listed twice.',
              },
            ],
      );
      return twice.length === 0 ? Promise.resolve() : Promise.reject(new InvalidInput(twice));
    },
  );
}
