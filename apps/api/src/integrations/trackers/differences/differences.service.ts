import { clock } from '#libs/clock';
import { Conflict, NotFound } from '#libs/errors';
import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { countRevision } from '../../../records/issues/count-revision.js';
import { Issue } from '../../../records/issues/issue.entity.js';
import { type DetailedIssue, IssuesService, subjectOfIssue } from '../../../records/issues/issues.service.js';
import type { Detail } from '../../../platform/lists/details.js';
import { keyOf } from '../../../platform/lists/key-of.js';
import { pageOf } from '../../../platform/lists/page-of.js';
import { Pagination } from '../../../platform/lists/pagination.js';
import { ReplicaReads } from '../../../platform/lists/replica-reads.js';
import type { Product } from '../../../products/products/product.entity.js';
import { UnitOfWork } from '../../../platform/work/unit-of-work.service.js';
import { TrackerConnection } from '../connections/tracker-connection.entity.js';
import type { TrackerProblem } from '../../../records/issues/tracker-link.js';
import { Trackers } from '../connections/trackers.service.js';
import { TrackerOff } from '../links/errors.js';
import { type SharedFields, TrackerLink } from '../sync/tracker-link.entity.js';
import { addSyncs } from '../sync/watch-issues.service.js';
import type {
  DecideDifference,
  ListDifferencesQuery,
  SharedField,
  TrackerDifferenceDto,
  TrackerDifferencePage,
} from './difference.dto.js';
import { DIFFERENCE_OF_RECORD, DIFFERING } from './differing.js';

/** Who is assigned on one side is nobody on the other. */
class NoCounterpart extends Conflict {
  readonly code = 'no_counterpart';
  constructor() {
    super('The assignee is not mapped to an account on the other side. Add the mapping to the connection first.');
  }
}

interface Row {
  fields: SharedField[];
  theirs: SharedFields;
  key: string | null;
  url: string | null;
  problem: TrackerProblem | null;
  waiting: boolean;
  lookedAt: string | null;
}

const DIFFERENCE: Detail<Row> = { sql: DIFFERENCE_OF_RECORD, read: (row: Row) => row };

/** What differs between issues and the trackers in which they stand, and which side holds. */
@Injectable()
export class DifferencesService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly replicas: ReplicaReads,
    private readonly issues: IssuesService,
    private readonly trackers: Trackers,
  ) {}

  list(
    { organizationId, id: productId }: Product,
    connectionId: string,
    query: ListDifferencesQuery,
  ): Promise<TrackerDifferencePage> {
    return this.replicas.read(async (manager) => {
      const where = { organizationId, productId, id: connectionId, suspendedBy: IsNull() };
      if (!(await manager.existsBy(TrackerConnection, where))) throw new NotFound('tracker connection');
      const found = await pageOf(
        manager,
        ['issue', Issue],
        {
          owner: ['organization_id', organizationId],
          where: [
            (bind) => `l.product_id = ${bind(productId)}`,
            (bind) => `l.id IN (${DIFFERING(bind(connectionId))})`,
          ],
          details: { difference: DIFFERENCE },
        },
        { ...query, sortField: 'number', sortDirection: 'asc' },
      );
      return { differences: found.items.map(shown), pagination: Pagination.of(found) };
    });
  }

  /** Has a job give one side what the other has. @throws NotFound, NoCounterpart, TrackerOff */
  async decide(
    product: Product,
    connectionId: string,
    number: number,
    { field, side }: DecideDifference,
  ): Promise<DetailedIssue> {
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      const issue = await this.issues.find(tx, product, number, { lock: true });
      const { organizationId, id: issueId } = issue;
      const connection = await this.trackers.ofProduct(tx, product, connectionId);
      const key = { organizationId, issueId };
      const lock = { mode: 'pessimistic_write' } as const;
      const link = await tx.findOne(TrackerLink, { where: { ...key, connectionId, state: 'linked' }, lock });
      if (!link?.last) throw new NotFound('link to a tracker');
      if (field === 'assignee') requireCounterpart(connection, issue, link.last.theirs, side);
      if (connection.state === 'off') throw new TrackerOff();
      await tx.update(TrackerLink, key, { decided: { ...link.decided, [field]: side }, nextAt: clock.now() });
      await addSyncs(tx, organizationId, [{ issueId, connectionId }]);
      await countRevision(tx, issue);
      const decided = { field: 'trackerDifference', from: null, to: { field, side } };
      change.record({ ...subjectOfIssue(issue), type: 'issue.updated', changes: [decided] });
      return this.issues.detailed(tx, keyOf(issue));
    });
  }
}

function requireCounterpart(
  { people }: TrackerConnection,
  { assigneeId }: Issue,
  { assignee }: SharedFields,
  side: DecideDifference['side'],
): void {
  const isKnown =
    side === 'here'
      ? assigneeId === null || people.some(({ userId }) => userId === assigneeId)
      : assignee === null || people.some(({ account }) => account.toLowerCase() === assignee.toLowerCase());
  if (!isKnown) throw new NoCounterpart();
}

function shown({ issue, difference }: { issue: Issue; difference: Row }): TrackerDifferenceDto {
  const { fields, theirs, lookedAt, ...others } = difference;
  const { title, state, assigneeId, dueAt } = issue;
  const here = { title, state, assignee: assigneeId, dueAt: dueAt && dueAt.toISOString().slice(0, 10) };
  return {
    ...{ issueId: issue.id, issueNumber: issue.number, title },
    fields: fields.map((field) => ({ field, here: here[field], there: theirs[field] })),
    lookedAt: lookedAt === null ? null : new Date(lookedAt),
    ...others,
  };
}
