import { clock } from '#libs/clock';
import { query } from '#libs/database';
import { Conflict, InvalidInput, NotFound, unknownReference } from '#libs/errors';
import { newId } from '#libs/ids';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { bulkEvent } from '../../../platform/events/event-draft.js';
import { countRevision } from '../../../records/issues/count-revision.js';
import type { Issue } from '../../../records/issues/issue.entity.js';
import type { FoundIssue } from '../../../records/issues/issues.sql.js';
import { type DetailedIssue, IssuesService, subjectOfIssue } from '../../../records/issues/issues.service.js';
import { keyOf } from '../../../platform/lists/key-of.js';
import type { Product } from '../../../products/products/product.entity.js';
import type { ChangeContext } from '../../../platform/work/change-context.js';
import { checkIfMatch } from '../../../platform/work/check-if-match.js';
import { UnitOfWork } from '../../../platform/work/unit-of-work.service.js';
import type { TrackerConnection } from '../connections/tracker-connection.entity.js';
import type { TrackerKind } from '../../../records/issues/tracker-link.js';
import { Trackers } from '../connections/trackers.service.js';
import type { LinkIssue } from '../../../records/issues/dto/issue-tracker.dto.js';
import { LINK, STANDS_FOR } from '../sync/links.sql.js';
import { TrackerLink } from '../sync/tracker-link.entity.js';
import { addSyncs } from '../sync/watch-issues.service.js';
import { TrackerIssueTaken, TrackerOff } from './errors.js';

/** An issue stands in one place. */
class AlreadyLinked extends Conflict {
  readonly code = 'already_linked';
  constructor() {
    super('The issue is already linked to a tracker. Unlink it first.');
  }
}

/** Links issues with trackers. What follows there is done by jobs. */
@Injectable()
export class LinksService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly issues: IssuesService,
    private readonly trackers: Trackers,
  ) {}

  /** One that failed, or is gone there, may be linked again. @throws AlreadyLinked, TrackerOff, TrackerIssueTaken */
  async link(product: Product, number: number, { connectionId, url }: LinkIssue): Promise<DetailedIssue> {
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      const issue = await this.issues.find(tx, product, number, { lock: true });
      const { organizationId, id: issueId } = issue;
      const connection = await this.connectionFor(tx, organizationId, connectionId, '/connectionId');
      if (connection.productId !== product.id) throw unknownReference('/connectionId', 'connection', connectionId);
      const externalId = url === undefined ? null : this.idAt(connection, url);
      if (connection.state === 'off') throw new TrackerOff();
      const key = { organizationId, issueId };
      const former = await tx.findOneBy(TrackerLink, key);
      if (former && former.state !== 'failed' && former.state !== 'gone') throw new AlreadyLinked();
      if (externalId !== null) await requireFree(tx, connection, externalId, issueId);
      const there = externalId === null ? undefined : { externalId, externalUrl: url! };
      await this.queue(tx, connection, key, former, there);
      return this.changed(change, issue, { from: null, to: connection.name });
    });
  }

  /** One that failed and stands there goes on with what it has there. */
  private async queue(
    tx: EntityManager,
    { id: connectionId, kind, projectKey }: TrackerConnection,
    key: { organizationId: string; issueId: string },
    former: TrackerLink | null,
    there: { externalId: string; externalUrl: string } | undefined,
  ): Promise<void> {
    const initialState = { problem: null, attempts: 0, missing: 0, nextAt: clock.now() };
    const stays = former?.state === 'failed' && former.connectionId === connectionId && !there;
    if (stays)
      await tx.update(TrackerLink, key, { ...initialState, state: former.externalId === null ? 'pending' : 'linked' });
    else {
      if (former) await tx.delete(TrackerLink, key);
      const known = there && { ...there, externalKey: keyOfNew(kind, projectKey, there.externalId) };
      const made = { marker: newId(), state: 'pending' as const, seenRevision: 0, toRetest: false };
      await tx.insert(TrackerLink, { ...key, connectionId, ...made, ...initialState, ...known });
    }
    await addSyncs(tx, key.organizationId, [{ issueId: key.issueId, connectionId }]);
  }

  /** Both stay as they are. */
  async unlink(product: Product, number: number): Promise<void> {
    await this.unitOfWork.run(async (change) => {
      const { tx } = change;
      const issue = await this.issues.find(tx, product, number, { lock: true });
      const key = { organizationId: issue.organizationId, issueId: issue.id };
      const link = await tx.findOneBy(TrackerLink, key);
      if (!link) throw new NotFound('link to a tracker');
      checkIfMatch(issue);
      await tx.delete(TrackerLink, key);
      await this.changed(change, issue, { from: link.externalKey ?? link.connectionId, to: null });
    });
  }

  /** Sends many issues, those that are linked already but not again. Part of a change of many. @throws InvalidInput */
  async linkMany(
    change: ChangeContext,
    organizationId: string,
    connectionId: string,
    issues: readonly FoundIssue[],
  ): Promise<void> {
    const { tx } = change;
    const path = '/data/connectionId';
    const connection = await this.connectionFor(tx, organizationId, connectionId, path);
    const message = 'The connection accepts issues of its own product only.';
    if (issues.some(({ productId }) => productId !== connection.productId))
      throw new InvalidInput([{ path, code: 'not_applicable', message }]);
    if (connection.state === 'off') throw new TrackerOff();
    const ids = issues.map(({ id }) => id);
    const linked = await query(tx, LINK, [organizationId, connectionId, ids, ids.map(() => newId())]);
    if (linked.length === 0) return;
    await addSyncs(tx, organizationId, linked);
    const records = linked.map(({ issueId: id }) => ({ id, productId: connection.productId }));
    const changes = [{ field: 'tracker', from: null, to: connection.name }];
    change.record(bulkEvent('issue.bulk_updated', organizationId, `${linked.length} issues`, records, changes));
  }

  private async connectionFor(
    tx: EntityManager,
    organizationId: string,
    id: string,
    path: string,
  ): Promise<TrackerConnection> {
    const connection = await this.trackers.find(tx, organizationId, id);
    if (!connection) throw unknownReference(path, 'connection', id);
    return connection;
  }

  /** @throws InvalidInput where the address is none of the project */
  private idAt(connection: TrackerConnection, url: string): string {
    const id = this.trackers.open(connection).idAt(url);
    if (id === undefined) throw unknownReference('/url', 'issue of the connected project', url);
    return id;
  }

  private async changed(
    change: ChangeContext,
    issue: Issue,
    { from, to }: { from: string | null; to: string | null },
  ): Promise<DetailedIssue> {
    await countRevision(change.tx, issue);
    change.record({ ...subjectOfIssue(issue), type: 'issue.updated', changes: [{ field: 'tracker', from, to }] });
    return this.issues.detailed(change.tx, keyOf(issue));
  }
}

/** What it is called until it was read there. */
const keyOfNew = (kind: TrackerKind, projectKey: string, key: string): string =>
  kind === 'jira' ? key : `${projectKey}#${key}`;

async function requireFree(
  tx: EntityManager,
  { organizationId, id: connectionId }: TrackerConnection,
  externalId: string,
  issueId: string,
): Promise<void> {
  const standing = await query(tx, STANDS_FOR, [organizationId, connectionId, externalId]);
  if (standing.some((other) => other.issueId !== issueId)) throw new TrackerIssueTaken();
}
