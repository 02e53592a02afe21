import { clock } from '#libs/clock';
import { query } from '#libs/database';
import {
  CommentsFromTrackers,
  type ImportedComment,
  type ImportedComments,
} from '../../../records/comments/comments-from-trackers.service.js';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { changeIssues } from '../../../records/issues/change-issues.js';
import { Issue } from '../../../records/issues/issue.entity.js';
import { subjectOfIssue } from '../../../records/issues/issues.service.js';
import { setByPerson } from '../../../records/issues/people-of-issues.js';
import { changedFields } from '../../../platform/lists/changed-fields.js';
import { productOf } from '../../../products/products/product-key.js';
import { Product } from '../../../products/products/product.entity.js';
import { timeBetweenRuns } from '../../../products/products/product-records.js';
import type { ChangeContext } from '../../../platform/work/change-context.js';
import { UnitOfWork } from '../../../platform/work/unit-of-work.service.js';
import type { TrackerConnection } from '../connections/tracker-connection.entity.js';
import type { TrackerKind } from '../../../records/issues/tracker-link.js';
import { Trackers } from '../connections/trackers.service.js';
import type { TrackerIssue } from '../tracker.js';
import { type BothSides, type SharedFields, TrackerLink } from './tracker-link.entity.js';
import { KINDS_OF_TRACKERS } from '../kinds.js';
import { ADD_SYNCS } from './links.sql.js';
import { oursOf, valuesOf } from './ours.js';

/** An issue as it was when it was compared. */
interface Compared {
  link: TrackerLink;
  connection: TrackerConnection;
  issue: Issue;
}

/** Has issues of ours follow the tracker, and keeps what both sides have then. */
@Injectable()
export class ApplyChanges {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly trackers: Trackers,
    private readonly comments: CommentsFromTrackers,
  ) {}

  /**
   * @param sides what both had, with what was written there, and whether its state could not be; `toUs`: what has
   *   changed there
   */
  async apply(
    { link, connection, issue: compared }: Compared,
    { unmoved, ...sides }: BothSides & { unmoved: boolean },
    toUs: Partial<SharedFields>,
    { id: externalId, key, url }: Pick<TrackerIssue, 'id' | 'key' | 'url'>,
  ): Promise<void> {
    const { organizationId, issueId, connectionId } = link;
    const isRetest =
      toUs.state === 'closed' && connection.whenClosedThere === 'retest' && link.decided.state === undefined;
    const { state, ...others } = toUs;
    const followed: Partial<SharedFields> = isRetest ? others : toUs;
    await this.unitOfWork.run(async (change) => {
      const { tx } = change;
      const moves = followed.state !== undefined;
      const at = moves ? await timeBetweenRuns(change, organizationId, [compared.productId]) : undefined;
      const lock = { mode: 'pessimistic_write' } as const;
      const issue = await tx.findOne(Issue, { where: { organizationId, id: issueId }, lock });
      // Somebody may have ended the link, or linked the issue elsewhere, meanwhile.
      const present = await tx.findOne(TrackerLink, { where: { organizationId, issueId, connectionId }, lock });
      if (!issue || present?.marker !== link.marker) return;
      // One that was asked for by a key may turn out to be another's, under a former key.
      const other = await tx.findOneBy(TrackerLink, { organizationId, connectionId, externalId });
      if (other && other.issueId !== issueId) {
        const failed = { state: 'failed', problem: 'linked_elsewhere', nextAt: null } as const;
        await tx.update(TrackerLink, { organizationId, issueId }, failed);
        return;
      }
      const values = valuesOf(followed, connection, compared.number);
      const changed = await this.change(change, issue, { ...values, ...setByPerson(values) }, connection, at);
      // What could not be taken over as it is must not count as a change of ours the next time.
      const asOurs = oursOf({ ...compared, ...values }, connection, link.last);
      const ours = values.title === undefined ? asOurs : { ...asOurs, title: sides.theirs.title };
      const hasHeard = JSON.stringify(present.heard) !== JSON.stringify(link.heard);
      const isAsCompared = issue.revision === compared.revision;
      const stateNow = values.state ?? issue.state;
      const toRetest = isRetest || (state === undefined && present.toRetest && stateNow === 'open');
      await tx.update(
        TrackerLink,
        { organizationId, issueId },
        {
          ...{ state: 'linked', externalId, externalKey: key, externalUrl: url, attempts: 0, missing: 0 },
          problem: unmoved ? 'no_transition' : null,
          ...{ last: { ...sides, ours } as never, toRetest },
          // What was decided meanwhile is still to be done.
          decided: Object.fromEntries(Object.entries(present.decided).filter(([field]) => !(field in link.decided))),
          seenRevision: isAsCompared ? issue.revision + (changed ? 1 : 0) : compared.revision,
          // What was told meanwhile is still to be compared.
          heard: hasHeard ? present.heard : null,
          nextAt: isAsCompared && !hasHeard ? null : clock.now(),
          syncedAt: clock.now(),
        },
      );
      if (!isAsCompared || hasHeard) await query(tx, ADD_SYNCS, [organizationId, [issueId], [connectionId], null]);
      await this.trackers.noteSuccess(tx, connection);
    });
  }

  /** Whether something that is said there is known here and not among these. */
  missesComments(tx: EntityManager, link: TrackerLink, comments: readonly ImportedComment[]): Promise<boolean> {
    const { organizationId, issueId, connectionId } = link;
    return this.comments.isMissing(tx, { organizationId, id: issueId }, `${connectionId}:`, comments);
  }

  /** Has what is said there stand here too. */
  async followComments({ link, connection, issue: compared }: Compared, comments: ImportedComments): Promise<void> {
    const { organizationId, issueId, connectionId } = link;
    await this.unitOfWork.run(async (change) => {
      const { tx } = change;
      const product = await tx.findOneBy(Product, { organizationId, id: compared.productId });
      const lock = { mode: 'pessimistic_write' } as const;
      const issue = await tx.findOne(Issue, { where: { organizationId, id: issueId }, lock });
      const present = await tx.findOneBy(TrackerLink, { organizationId, issueId, connectionId });
      if (!product || product.archivedAt || !issue || present?.marker !== link.marker) return;
      const { kind } = connection;
      const source = { kind, prefix: `${connectionId}:`, actor: actorOf(kind) };
      await this.comments.follow(change, issue, product.slug, source, comments);
    });
  }

  private async change(
    change: ChangeContext,
    issue: Issue,
    values: Partial<Issue>,
    { kind }: TrackerConnection,
    at: Date | undefined,
  ): Promise<boolean> {
    const changes = changedFields(issue, values);
    if (changes.length === 0) return false;
    await changeIssues(change, issue.organizationId, [issue.id], values, at);
    change.record({
      ...subjectOfIssue({ ...issue, ...values }),
      type: 'issue.updated',
      changes,
      actor: actorOf(kind),
    });
    change.regradeAfterwards(productOf(issue));
    return true;
  }
}

/** Who has changed something here, by a tracker. */
export const actorOf = (kind: TrackerKind) => ({
  ...{ kind: 'system' as const, id: null, name: KINDS_OF_TRACKERS[kind].name },
});
