import { clock } from '#libs/clock';
import { query } from '#libs/database';
import { MINUTE_MS } from '#libs/dates';
import { LimitReached } from '#libs/errors';
import { toOneLine } from '#libs/fields';
import { newId } from '#libs/ids';
import { Jobs } from '#libs/jobs';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, In } from 'typeorm';
import { createIssues } from '../../../records/issues/create-issues.js';
import { Issue } from '../../../records/issues/issue.entity.js';
import { subjectOfIssue } from '../../../records/issues/issues.service.js';
import { AccountsOfWork } from '../../../accounts/organizations/accounts-of-work.service.js';
import { Quotas } from '../../../accounts/organizations/quotas.service.js';
import { activeLock, ProductArchived } from '../../../products/products/product-records.js';
import { Product } from '../../../products/products/product.entity.js';
import { TITLE_LENGTH } from '../../../products/products/title-length.js';
import { UnitOfWork } from '../../../platform/work/unit-of-work.service.js';
import { subjectOfConnection } from '../connections/subject-of-connection.js';
import type { TrackerConnection } from '../connections/tracker-connection.entity.js';
import { Trackers } from '../connections/trackers.service.js';
import { TrackerOff } from '../links/errors.js';
import { actorOf } from '../sync/apply-changes.service.js';
import { INSERT_LINKED, KNOWN_THERE } from '../sync/links.sql.js';
import { oursOf, sharedOf, titleFromTracker, valuesOf } from '../sync/ours.js';
import type { Turn } from '../tracker-client.js';
import { TrackerFault } from '../tracker-fault.js';
import type { TrackerIssue, TrackerIssues } from '../tracker.js';
import type { ImportFromTracker, IssueToBring, TrackerImport } from './import.dto.js';

const IMPORT = 'import_from_tracker';
/** So many are made in one unit. */
const AT_ONCE = 100;
const MOST = 1_000;
const MOST_SHOWN = 20;
const MOST_DESCRIPTION = 2_000;
/** How long an import waits for which there is no place now, or whose tracker does not answer. */
const WAIT_MS = 5_000;
const MOST_ATTEMPTS = 5;

interface ImportJob {
  organizationId: string;
  connectionId: string;
  label: string;
  attempt: number;
}

/** Brings issues of trackers here, each linked with the one there. */
@Injectable()
export class TrackerImports implements OnModuleInit {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly jobs: Jobs,
    private readonly quotas: Quotas,
    private readonly trackers: Trackers,
    private readonly accounts: AccountsOfWork,
  ) {}

  onModuleInit(): void {
    this.jobs.handle<ImportJob>(IMPORT, (job, stopping) => this.run(job, stopping), 'outside');
  }

  /** @throws NotFound, ProductArchived, TrackerOff, TemporarilyUnavailable where too many are asked at once */
  async bring(product: Product, id: string, { label, dryRun = false }: ImportFromTracker): Promise<TrackerImport> {
    const { organizationId } = product;
    if (dryRun) return this.tried(product, id, label);
    await this.unitOfWork.run(async (change) => {
      await change.lock(activeLock(organizationId, [product.id]));
      const connection = await this.trackers.ofProduct(change.tx, product, id);
      if (connection.state === 'off') throw new TrackerOff();
      await this.add(change.tx, { organizationId, connectionId: id, label, attempt: 1 }, clock.now());
      change.record({
        ...subjectOfConnection(connection),
        type: 'tracker_connection.updated',
        changes: [{ field: 'import', from: null, to: { label } }],
      });
    });
    return { ...NOTHING, dryRun };
  }

  private async tried(product: Product, id: string, label: string): Promise<TrackerImport> {
    const connection = await this.trackers.ofProduct(this.database.manager, product, id);
    try {
      const { issues, isWhole } = await this.trackers.runNow(connection, (turn) =>
        this.trackers.open(connection, turn).labelled(label),
      );
      const fresh = await this.unknownOf(connection, issues);
      return {
        ...NOTHING,
        ...{ found: Math.min(issues.length, MOST), linked: Math.min(issues.length, MOST) - fresh.length },
        ...{ more: !isWhole, issues: fresh.slice(0, MOST_SHOWN).map(shown) },
      };
    } catch (error) {
      if (!(error instanceof TrackerFault)) throw error;
      return { ...NOTHING, problem: error.problem };
    }
  }

  private async run(job: ImportJob, stopping: AbortSignal): Promise<void> {
    const { organizationId, connectionId, label } = job;
    const connection = await this.trackers.find(this.database.manager, organizationId, connectionId);
    if (!connection || connection.state === 'off') return;
    const whose = await this.accounts.of(organizationId);
    if (whose.isSuspended) return;
    const reading = this.trackers.tryTurn(connection, whose, stopping, (turn) =>
      this.labelledIssues(connection, label, turn),
    );
    if (!reading) return this.add(this.database.manager, job, clock.in(WAIT_MS));
    const found = await reading;
    if (found instanceof TrackerFault) {
      await this.trackers.noteFailure(connection, found);
      const at = found.retryAt ?? clock.in(MINUTE_MS);
      const again = { ...job, attempt: job.attempt + 1 };
      if (job.attempt < MOST_ATTEMPTS) return this.add(this.database.manager, again, at);
      return this.noteEnd(connection, { label, problem: found.problem });
    }
    await this.make(connection, label, found).catch((error: unknown) => {
      if (!(error instanceof ProductArchived)) throw error;
      return this.noteEnd(connection, { label, problem: 'product_archived' });
    });
  }

  private async labelledIssues(
    connection: TrackerConnection,
    label: string,
    turn: Turn,
  ): Promise<TrackerIssues | TrackerFault> {
    try {
      return await this.trackers.open(connection, turn).labelled(label);
    } catch (error) {
      if (error instanceof TrackerFault) return error;
      throw error;
    }
  }

  /** Some at once, each unit whole: a job that is run again goes on with those that are left. */
  private async make(connection: TrackerConnection, label: string, { issues, isWhole }: TrackerIssues): Promise<void> {
    let made = 0;
    let isFull = false;
    for (let from = 0; from < Math.min(issues.length, MOST) && !isFull; from += AT_ONCE)
      try {
        made += await this.makeSome(connection, issues.slice(from, Math.min(from + AT_ONCE, MOST)));
      } catch (error) {
        // The product has as many issues as it may.
        if (!(error instanceof LimitReached)) throw error;
        isFull = true;
      }
    await this.noteEnd(connection, { label, count: made, more: !isWhole, limitReached: isFull });
  }

  /** Says in the change log what has become of an import. */
  private noteEnd(connection: TrackerConnection, imported: object): Promise<void> {
    return this.unitOfWork.run((change) => {
      change.record({
        ...subjectOfConnection(connection),
        ...{ type: 'tracker_connection.updated', actor: actorOf(connection.kind) },
        changes: [{ field: 'imported', from: null, to: imported }],
      });
      return Promise.resolve();
    });
  }

  private async makeSome(connection: TrackerConnection, issues: readonly TrackerIssue[]): Promise<number> {
    const { organizationId, productId, id: connectionId } = connection;
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      const product = await tx.findOneByOrFail(Product, { organizationId, id: productId });
      const fresh = await this.unknownOf(connection, issues, tx);
      if (fresh.length === 0) return 0;
      const drafts = fresh.map((found) => {
        const { assignee, dueAt: due } = found;
        // Titles come as they are: nothing of a template was added to them.
        const { assigneeId, dueAt } = valuesOf({ assignee, dueAt: due }, connection, 0);
        const title = titleOf(found);
        const source = { source: 'external' as const, sourceUrl: found.url, sourceId: found.key.slice(0, 255) };
        return { title, description: descriptionOf(found.body), ...source, assigneeId, dueAt };
      });
      const opened = await createIssues(change, this.quotas.of(organizationId), { product }, drafts);
      const made = await tx.findBy(Issue, { organizationId, id: In(opened.map(({ id }) => id)) });
      const links = opened.map(({ id: issueId }, index) => {
        const found = fresh[index]!;
        const issue = made.find(({ id }) => id === issueId)!;
        const theirs = sharedOf(found);
        const last = { ours: { ...oursOf(issue, connection, null), title: theirs.title }, theirs };
        const { id: externalId, key, url } = found;
        return { issueId, marker: newId(), externalId, key, url, last, revision: issue.revision };
      });
      await query(tx, INSERT_LINKED, [organizationId, connectionId, JSON.stringify(links)]);
      const actor = actorOf(connection.kind);
      change.record(...made.map((issue) => ({ ...subjectOfIssue(issue), type: 'issue.created' as const, actor })));
      change.regradeAfterwards(product);
      return fresh.length;
    });
  }

  /** Those that stand for no issue here. */
  private async unknownOf(
    { organizationId, id }: TrackerConnection,
    issues: readonly TrackerIssue[],
    tx: EntityManager = this.database.manager,
  ): Promise<TrackerIssue[]> {
    const first = issues.slice(0, MOST);
    const ids = first.map((issue) => issue.id);
    const known = await query(tx, KNOWN_THERE, [organizationId, id, ids]);
    const there = new Set(known.map(({ externalId }) => externalId));
    return first.filter((issue) => !there.has(issue.id));
  }

  private add(tx: EntityManager, job: ImportJob, runAt: Date): Promise<void> {
    const of = `tracker:${job.connectionId}`;
    return this.jobs.add(tx, IMPORT, job, { queue: of, key: `tracker-import:${job.connectionId}:${job.label}`, runAt });
  }
}

const NOTHING: TrackerImport = { dryRun: true, problem: null, found: null, linked: null, more: false, issues: [] };

const titleOf = ({ title, key }: TrackerIssue): string => titleFromTracker(title) ?? toOneLine(key, TITLE_LENGTH)!;

const shown = (issue: TrackerIssue): IssueToBring => ({ key: issue.key, title: titleOf(issue), url: issue.url });

function descriptionOf(body: string): string | null {
  const text = body.replaceAll('\0', '').toWellFormed().slice(0, MOST_DESCRIPTION).trim();
  return text === '' ? null : text.toWellFormed();
}
