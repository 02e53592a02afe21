import { clock } from '#libs/clock';
import { Settings } from '#libs/config';
import { query, violates } from '#libs/database';
import { MINUTE_MS } from '#libs/dates';
import { Jobs } from '#libs/jobs';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { ImportedComments } from '../../../records/comments/comments-from-trackers.service.js';
import { Issue } from '../../../records/issues/issue.entity.js';
import { AccountsOfWork } from '../../../accounts/organizations/accounts-of-work.service.js';
import { Organization } from '../../../accounts/organizations/organization.entity.js';
import { Product } from '../../../products/products/product.entity.js';
import type { Turn } from '../tracker-client.js';
import type { TrackerConnection } from '../connections/tracker-connection.entity.js';
import { Trackers } from '../connections/trackers.service.js';
import { KINDS_OF_TRACKERS } from '../kinds.js';
import { TrackerFault } from '../tracker-fault.js';
import type { Tracker, TrackerIssue } from '../tracker.js';
import { regressionText, importedComments } from '../comments/tracker-comments.js';
import { ApplyChanges } from './apply-changes.service.js';
import { bodyOfIssue, markerOf, ratedThere } from './issue-text.js';
import { ADD_SYNCS, SYNC } from './links.sql.js';
import { reconcile } from './reconcile.js';
import { oursOf, sharedOf } from './ours.js';
import { type BothSides, TrackerLink } from './tracker-link.entity.js';

/** How long a link waits for which there is no place now. */
const WAIT_MS = 2_000;
/** The same where the organization is suspended. */
const REST_MS = 5 * MINUTE_MS;
/** How far the clocks of both may differ, when what was made since is looked for. */
const CLOCKS_MS = 10 * MINUTE_MS;
/** After which time nothing shows any more that was made in vain. */
const SURE_AFTER_MS = 30 * MINUTE_MS;
/** How long to wait after each failure. */
const RETRY_AFTER_MS = [10_000, MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, 60 * MINUTE_MS];

/** An issue with all that comparing it needs. */
interface Linked {
  link: TrackerLink;
  connection: TrackerConnection;
  issue: Issue;
}

/**
 * Compares issues with the tracker, one at a time a connection: makes them there, and has each side follow the other. A
 * job may run twice: what was made there without our hearing of it is found by its mark.
 */
@Injectable()
export class SyncIssues implements OnModuleInit {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly settings: Settings,
    private readonly jobs: Jobs,
    private readonly trackers: Trackers,
    private readonly accounts: AccountsOfWork,
    private readonly changes: ApplyChanges,
  ) {}

  onModuleInit(): void {
    this.jobs.handle<{ organizationId: string; issueId: string }>(
      SYNC,
      ({ organizationId, issueId }, stopping) => this.sync(organizationId, issueId, stopping),
      'outside',
    );
  }

  private async sync(organizationId: string, issueId: string, stopping: AbortSignal): Promise<void> {
    const { manager } = this.database;
    const link = await manager.findOneBy(TrackerLink, { organizationId, issueId });
    if (!link || link.state === 'gone' || link.state === 'failed') return;
    const connection = await this.trackers.find(manager, organizationId, link.connectionId);
    if (!connection || connection.state === 'off') return;
    const [now, { pausedUntil }] = [clock.now(), connection];
    if (pausedUntil && pausedUntil > now) return this.later(link, pausedUntil);
    const issue = await manager.findOneBy(Issue, { organizationId, id: issueId });
    if (!issue) return;
    const whose = await this.accounts.of(organizationId);
    const begun = whose.isSuspended
      ? undefined
      : this.trackers.tryTurn(connection, whose, stopping, (turn) => this.compare({ link, connection, issue }, turn));
    await (begun ?? this.later(link, new Date(now.getTime() + (whose.isSuspended ? REST_MS : WAIT_MS))));
  }

  private async later(link: TrackerLink, at: Date): Promise<void> {
    const { organizationId, issueId, connectionId } = link;
    await this.database.manager.update(TrackerLink, keyOf(link), { nextAt: at });
    await query(this.database, ADD_SYNCS, [organizationId, [issueId], [connectionId], at]);
  }

  private async compare(linked: Linked, turn: Turn): Promise<void> {
    const { link, connection } = linked;
    try {
      const tracker = this.trackers.open(connection, turn);
      const { externalId } = link;
      const found =
        externalId === null ? await this.make(linked, tracker) : await tracker.read(externalId, knownOf(link));
      if (found) await this.followEachOther(linked, tracker, found);
      else if (externalId !== null) await this.noteMissing(link);
    } catch (error) {
      if (error instanceof TrackerFault) return this.noteFault(linked, error);
      // Whatever it is, it must not stand first among what is due for ever.
      const later = { attempts: link.attempts + 1, nextAt: clock.in(RETRY_AFTER_MS.at(-1)!) };
      if (!turn.stopping.aborted) await this.database.manager.update(TrackerLink, keyOf(link), later);
      throw error;
    }
  }

  /**
   * Makes the issue there, unless that has been done and only the answer was lost. Undefined: somebody has ended the
   * link meanwhile, or it cannot be told yet.
   */
  private async make({ link, connection, issue }: Linked, tracker: Tracker): Promise<TrackerIssue | undefined> {
    const key = keyOf(link);
    const { manager } = this.database;
    const marker = markerOf(link.marker);
    const { attemptedAt } = link;
    const surelyFoundAt = attemptedAt && new Date(attemptedAt.getTime() + tracker.findsAfterMs);
    if (surelyFoundAt && surelyFoundAt > clock.now()) return this.later(link, surelyFoundAt).then(() => undefined);
    const made = attemptedAt && (await tracker.findMarker(marker, new Date(attemptedAt.getTime() - CLOCKS_MS)));
    const ours = oursOf(issue, connection, null);
    if (!made) await manager.update(TrackerLink, key, { attemptedAt: clock.now() });
    const { text } = KINDS_OF_TRACKERS[connection.kind];
    const { template } = connection;
    const body = bodyOfIssue(issue, { ...(await this.placeOf(issue)), marker, template }, text);
    const create = async (): Promise<TrackerIssue> => {
      try {
        return await tracker.create({ ...ours, body, marker, ...ratedThere(issue, connection) });
      } catch (error) {
        // What was surely not made need not be looked for.
        if (error instanceof TrackerFault && !error.isUncertain)
          await manager.update(TrackerLink, key, { attemptedAt: null });
        throw error;
      }
    };
    const found = made ?? (await create());
    const known = { externalId: found.id, externalKey: found.key, externalUrl: found.url };
    // A new issue there is open: where ours is not, it is closed there next.
    const last = { ours: { ...ours, state: 'open' as const }, theirs: sharedOf(found) };
    const doubtedSince = made ? null : attemptedAt;
    const kept = { ...known, attemptedAt: null, doubtedSince };
    const { affected } = await manager.update(TrackerLink, key, { ...kept, last: last as never }).catch((error) => {
      // Another issue of ours stands in what it says it has made.
      if (violates(error, 'uq_tracker_links_external')) throw new TrackerFault('rejected', null);
      throw error;
    });
    if (affected === 0) return undefined;
    Object.assign(link, kept, { last });
    return found;
  }

  private async followEachOther(
    { link, connection, issue }: Linked,
    tracker: Tracker,
    found: TrackerIssue,
  ): Promise<void> {
    const now = { ours: oursOf(issue, connection, link.last), theirs: sharedOf(found) };
    const { toThem, toUs } = reconcile(lastOf(link) ?? now, now, connection.follow, link.decided);
    const written = Object.keys(toThem).length > 0 ? await tracker.update(found.id, toThem) : {};
    // What we have not written is as it was read: somebody there may have changed it since.
    const theirs = { ...now.theirs, ...written };
    await this.reportRegression(link, connection, tracker, { id: found.id, state: theirs.state });
    const sides = { ...now, theirs };
    const unmoved = toThem.state !== undefined && theirs.state !== toThem.state;
    await this.changes.apply({ link, connection, issue }, { ...sides, unmoved }, toUs, found);
    if (link.doubtedSince) await this.closeDouble(link, link.doubtedSince, tracker, found);
    if (!connection.follow.includes('comments')) return;
    const comments = await this.commentsThere({ link, connection, issue }, tracker, found.id);
    if (comments) await this.changes.followComments({ link, connection, issue }, comments);
  }

  /** What is said there; undefined: the issue is gone. */
  private async commentsThere(
    { link, connection }: Linked,
    tracker: Tracker,
    id: string,
  ): Promise<ImportedComments | undefined> {
    const { text } = KINDS_OF_TRACKERS[connection.kind];
    const read = async (): Promise<ImportedComments | undefined> => {
      const comments = await tracker.comments(id);
      return comments && importedComments(comments, { connectionId: connection.id, text, people: connection.people });
    };
    const imported = await read();
    if (!imported?.isWhole || !(await this.changes.missesComments(this.database.manager, link, imported.comments)))
      return imported;
    // Where one is deleted while pages are read, the next moves up to a page that was read: it is in a second reading.
    const again = await read();
    const comments = new Map([...imported.comments, ...(again?.comments ?? [])].map((one) => [one.externalId, one]));
    return again && { comments: [...comments.values()], isWhole: again.isWhole };
  }

  /** Closes there what was made twice, as an answer was lost and an index was behind, and says where it is followed. */
  private async closeDouble(
    link: TrackerLink,
    since: Date,
    tracker: Tracker,
    { id, url }: TrackerIssue,
  ): Promise<void> {
    const from = new Date(since.getTime() - CLOCKS_MS);
    const double = await tracker.findMarker(markerOf(link.marker), from, id);
    if (double?.state === 'open') {
      await tracker.comment(double.id, `Duplicate (Curbcut): continued at ${url}`);
      await tracker.update(double.id, { state: 'closed' });
    }
    const sureAt = new Date(since.getTime() + SURE_AFTER_MS);
    if (!double && sureAt > clock.now()) await this.later(link, sureAt);
    else await this.database.manager.update(TrackerLink, keyOf(link), { doubtedSince: null });
  }

  /**
   * Tells there that a scan has found it again, and reopens it there where that is wanted: what follows from that here
   * is found as any other change there. Where no answer arrived it is not said again: a comment that is missing does
   * less harm than one that is said each time.
   */
  private async reportRegression(
    link: TrackerLink,
    { reopenThere }: TrackerConnection,
    tracker: Tracker,
    { id, state }: Pick<TrackerIssue, 'id' | 'state'>,
  ): Promise<void> {
    const { regressedIn } = link;
    if (regressedIn === null) return;
    try {
      await tracker.comment(id, regressionText(regressedIn));
      if (reopenThere && state === 'closed') await tracker.update(id, { state: 'open' });
    } catch (error) {
      // A conversation that is locked there is no reason to follow nothing any more.
      if (!(error instanceof TrackerFault) || error.problem === 'rate_limited') throw error;
    }
    await this.database.manager.update(TrackerLink, keyOf(link), { regressedIn: null });
  }

  /** One that is not found twice is gone. */
  private async noteMissing(link: TrackerLink): Promise<void> {
    const { missing } = link;
    const isGone = missing > 0;
    await this.database.manager.update(TrackerLink, keyOf(link), {
      ...{ missing: missing + 1, nextAt: null },
      ...(isGone ? { state: 'gone', problem: null } : {}),
    });
    if (!isGone) await this.later(link, clock.in(MINUTE_MS));
  }

  private async noteFault({ link, connection }: Linked, fault: TrackerFault): Promise<void> {
    await this.trackers.noteFailure(connection, fault);
    const { attempts } = link;
    const { problem } = fault;
    const isFinal = problem === 'rejected';
    await this.database.manager.update(TrackerLink, keyOf(link), {
      ...{ problem, attempts: attempts + 1, nextAt: null },
      ...(isFinal ? { state: 'failed' } : {}),
    });
    const wait = RETRY_AFTER_MS[Math.min(attempts, RETRY_AFTER_MS.length - 1)]!;
    if (!isFinal) await this.later(link, fault.retryAt ?? clock.in(wait));
  }

  /** The name of its product, and where people find the issue: in the console, or in the interface. */
  private async placeOf({ organizationId, productId, number }: Issue): Promise<{ url: string; product: string }> {
    const { manager } = this.database;
    const organization = await manager.findOneByOrFail(Organization, { id: organizationId });
    const product = await manager.findOneByOrFail(Product, { organizationId, id: productId });
    const { publicUrl, console: wanted } = this.settings;
    const url =
      wanted === 'off'
        ? `${publicUrl}/v1/organizations/${organizationId}/products/${product.slug}/issues/${number}`
        : `${publicUrl}/o/${organization.slug}/p/${product.slug}/issues/${number}`;
    return { url, product: product.name };
  }
}

/** What is known of an issue there without asking. */
const knownOf = ({ externalId, externalKey, externalUrl, last, heard }: TrackerLink): TrackerIssue => ({
  ...{ id: externalId!, key: externalKey ?? externalId!, url: externalUrl!, body: '' },
  ...{ title: '', state: 'open', assignee: null, dueAt: null },
  ...last?.theirs,
  ...heard,
});

/** What both had last. What could not be moved there counts as moved here since, so that it is tried again. */
const lastOf = ({ last, problem }: TrackerLink): BothSides | null =>
  last && problem === 'no_transition' ? { ...last, ours: { ...last.ours, state: last.theirs.state } } : last;

/** A link that was ended, and another one of the same issue since, are not the same. */
const keyOf = ({ organizationId, issueId, marker }: TrackerLink) => ({ organizationId, issueId, marker });
