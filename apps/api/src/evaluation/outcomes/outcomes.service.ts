import { query } from '#libs/database';
import { unknownReference } from '#libs/errors';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import type { Audit } from '../../audits/audit.entity.js';
import { AuditsService } from '../../audits/audits.service.js';
import type { Principal } from '../../http/current.js';
import type { Page } from '../../lists/pagination.js';
import type { Product } from '../../products/product.entity.js';
import type { ChangeContext } from '../../work/change-context.js';
import { UnitOfWork } from '../../work/unit-of-work.service.js';
import {
  type AskedRequirement,
  askedRequirements,
  freezeRequirements,
  thawRequirements,
} from '../asked-requirements.js';
import { assignedCells } from '../assignments/assigned-cells.js';
import { lockAudit, recordOfAudit, requireInProgress } from '../change-evaluation.js';
import { OutcomeChanged } from '../errors.js';
import { keepCounts } from '../evaluation-state.js';
import { ALL_ENTRIES } from '../outcome.js';
import { sampleOf } from '../sample/sample.service.js';
import { type Decision, keyOfCell, requireKnown } from './decisions.js';
import { outcomeDto } from './dto/outcome-answers.js';
import type { CopyOutcomes, DecideOutcome } from './dto/outcome.dto.js';
import {
  HISTORY,
  ISSUES_BY_NUMBER,
  LINK_ISSUES,
  LIST_OUTCOMES,
  NOTE_CHANGES,
  type OutcomeRow,
  SOME_OUTCOMES,
  STORE_OUTCOMES,
  UNLINK_ISSUES,
} from './outcomes.sql.js';
import { differs, emptyOutcome, storedOutcome, type StoredOutcome, withoutMoments } from './stored-outcome.js';

/** Which outcomes to list. */
export interface OutcomeFilter {
  requirementIds: readonly string[] | null;
  entry: number | null;
  outcomes: readonly string[] | null;
}

/** Which page of a list, and whether to say how many there are. */
interface PageOfOutcomes {
  page: number;
  pageSize: number;
  total: boolean;
}

/** How many cells an event names. */
const MAX_TOLD = 100;

/** What an audit says of its requirements. */
@Injectable()
export class OutcomesService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly audits: AuditsService,
  ) {}

  async list(audit: Audit, filter: OutcomeFilter, page: PageOfOutcomes): Promise<Page<OutcomeRow>> {
    const rows = await query(this.database.manager, LIST_OUTCOMES, [
      audit.organizationId,
      audit.id,
      filter.requirementIds,
      filter.entry,
      filter.outcomes,
      page.pageSize,
      (page.page - 1) * page.pageSize,
    ]);
    return { items: rows, total: page.total ? (rows[0]?.total ?? 0) : null, page: page.page, pageSize: page.pageSize };
  }

  async history(audit: Audit, requirementId: string | null, entry: number | null, page: PageOfOutcomes) {
    const { organizationId, id } = audit;
    const offset = (page.page - 1) * page.pageSize;
    const rows = await query(this.database.manager, HISTORY, [
      organizationId,
      id,
      requirementId,
      entry,
      page.pageSize,
      offset,
    ]);
    return { items: rows, total: page.total ? (rows[0]?.total ?? 0) : null, page: page.page, pageSize: page.pageSize };
  }

  /** The requirements that are assigned to a member, each on some entries or on all. */
  assigned(audit: Audit, userId: string) {
    return assignedCells(this.database.manager, audit, userId);
  }

  /**
   * Decides cells: all of them or none. @returns them as they are then, and how many have changed
   * @throws InvalidInput by index, OutcomeChanged, AuditCompleted
   */
  async decide(
    product: Product,
    number: number,
    caller: Principal,
    said: readonly DecideOutcome[],
  ): Promise<{ rows: OutcomeRow[]; changed: number }> {
    return this.unitOfWork.run(async (change) => {
      const audit = await lockAudit(change, this.audits, product, number);
      const decisions = said.map((one) => ({
        ...one,
        requirementId: one.requirementId.toLowerCase(),
        entry: one.entry === 'all' ? ALL_ENTRIES : Number(one.entry),
      }));
      const asked = await askedRequirements(change.tx, audit);
      const issues = await this.issuesOf(change.tx, product, decisions);
      const cells = await cellsOf(change.tx, audit, decisions);
      const sample = await sampleOf(change.tx, audit);
      requireKnown(decisions, { asked, sample, issues, cells });
      await requireInProgress(change.tx, product, audit);
      const stale = decisions.flatMap(({ ifRevision, requirementId, entry }) => {
        const present = cells.get(keyOfCell({ requirementId, entry })) ?? emptyOutcome(requirementId, entry);
        return ifRevision === undefined || ifRevision === present.revision ? [] : [outcomeDto(present)];
      });
      if (stale.length > 0) throw new OutcomeChanged(stale);
      const now = new Date();
      const stored = decisions.map((one) => storedOutcome(cells.get(keyOfCell(one)), one, caller, now));
      return this.store(change, audit, asked, { decisions, stored, cells, issues, now });
    });
  }

  /** Copies what is decided on an entry to others, where nothing is decided yet. @throws InvalidInput, AuditCompleted */
  async copy(
    product: Product,
    number: number,
    caller: Principal,
    { fromEntry, toEntries, requirementIds }: CopyOutcomes,
  ): Promise<{ rows: OutcomeRow[]; changed: number }> {
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      const audit = await lockAudit(change, this.audits, product, number);
      const sample = await sampleOf(tx, audit);
      const numbers = new Set(sample.map((entry) => entry.number));
      if (!numbers.has(fromEntry)) throw unknownReference('/fromEntry', 'entry', fromEntry);
      const unknown = toEntries.findIndex((entry) => !numbers.has(entry));
      if (unknown >= 0) throw unknownReference(`/toEntries/${unknown}`, 'entry', toEntries[unknown]);
      await requireInProgress(tx, product, audit);
      const asked = await askedRequirements(tx, audit);
      const wanted = new Set(requirementIds?.map((id) => id.toLowerCase()));
      const targets = asked
        .filter(({ requirementId }) => requirementIds === undefined || wanted.has(requirementId))
        .flatMap(({ requirementId }) =>
          [...new Set([fromEntry, ...toEntries])].map((entry) => ({ requirementId, entry })),
        );
      const cells = await cellsOf(tx, audit, targets);
      const now = new Date();
      const decisions = targets.filter((target) => {
        const from = cells.get(keyOfCell({ ...target, entry: fromEntry }));
        const present = cells.get(keyOfCell(target));
        return (
          target.entry !== fromEntry &&
          from !== undefined &&
          from.outcome !== 'untested' &&
          (present === undefined || present.outcome === 'untested')
        );
      });
      const stored = decisions.map((target) => {
        const { outcome, note, derogation } = cells.get(keyOfCell({ ...target, entry: fromEntry }))!;
        const said = { ...target, outcome, note, derogation };
        return { ...storedOutcome(cells.get(keyOfCell(target)), said, caller, now), copiedFrom: fromEntry };
      });
      return this.store(change, audit, asked, { decisions, stored, cells, issues: new Map(), now });
    });
  }

  private async store(
    change: ChangeContext,
    audit: Audit,
    asked: readonly AskedRequirement[],
    {
      decisions,
      stored,
      cells,
      issues,
      now,
    }: {
      decisions: readonly Pick<Decision, 'requirementId' | 'entry' | 'issueNumbers'>[];
      stored: readonly StoredOutcome[];
      cells: ReadonlyMap<string, OutcomeRow>;
      issues: ReadonlyMap<number, string>;
      now: Date;
    },
  ): Promise<{ rows: OutcomeRow[]; changed: number }> {
    const { tx } = change;
    const key = [audit.organizationId, audit.id] as const;
    const linked = decisions.filter(({ issueNumbers, ...cell }) => {
      const present = cells.get(keyOfCell(cell))?.issueNumbers ?? [];
      return issueNumbers !== undefined && present.join() !== sorted(issueNumbers).join();
    });
    const relinked = new Set(linked.map(keyOfCell));
    const changed = stored.filter((one) => differs(cells.get(keyOfCell(one)), one) || relinked.has(keyOfCell(one)));
    if (changed.length > 0) {
      if (audit.outcomeCount === 0) {
        await thawRequirements(tx, audit);
        await freezeRequirements(tx, audit, asked);
      }
      await query(tx, STORE_OUTCOMES, [...key, JSON.stringify(changed), now]);
      await query(tx, NOTE_CHANGES, [...key, ...listsOf(changed)]);
      if (linked.length > 0) await linkIssues(tx, audit, linked, issues);
      const { outcomes } = await keepCounts(change, audit);
      if (outcomes.size === 0) await thawRequirements(tx, audit);
      recordOfAudit(change, audit, 'audit.outcomes_changed', changesOf(asked, cells, changed));
    }
    const after = await cellsOf(tx, audit, decisions);
    const rows = decisions.map((one) => after.get(keyOfCell(one)) ?? emptyOutcome(one.requirementId, one.entry));
    return { rows, changed: changed.length };
  }

  private async issuesOf(
    tx: EntityManager,
    { organizationId, id }: Product,
    decisions: readonly Decision[],
  ): Promise<Map<number, string>> {
    const numbers = [...new Set(decisions.flatMap(({ issueNumbers = [] }) => issueNumbers))];
    if (numbers.length === 0) return new Map();
    const rows = await query(tx, ISSUES_BY_NUMBER, [organizationId, id, numbers]);
    return new Map(rows.map((issue) => [issue.number, issue.id]));
  }
}

const sorted = (numbers: readonly number[]): number[] => [...new Set(numbers)].sort((a, b) => a - b);

type Cell = { requirementId: string; entry: number };

const listsOf = (cells: readonly Cell[]): [string[], number[]] => [
  cells.map(({ requirementId }) => requirementId),
  cells.map(({ entry }) => entry),
];

async function cellsOf(tx: EntityManager, audit: Audit, cells: readonly Cell[]): Promise<Map<string, OutcomeRow>> {
  if (cells.length === 0) return new Map();
  const rows = await query(tx, SOME_OUTCOMES, [audit.organizationId, audit.id, ...listsOf(cells)]);
  return new Map(rows.map((row) => [keyOfCell(row), row]));
}

async function linkIssues(
  tx: EntityManager,
  { organizationId, id }: Audit,
  decisions: readonly Pick<Decision, 'requirementId' | 'entry' | 'issueNumbers'>[],
  issues: ReadonlyMap<number, string>,
): Promise<void> {
  const cells = JSON.stringify(
    decisions.map(({ requirementId, entry, issueNumbers = [] }) => ({
      requirementId,
      entry,
      issueIds: issueNumbers.map((number) => issues.get(number)),
    })),
  );
  await query(tx, UNLINK_ISSUES, [organizationId, id, cells]);
  await query(tx, LINK_ISSUES, [organizationId, id, cells]);
}

function changesOf(
  asked: readonly AskedRequirement[],
  cells: ReadonlyMap<string, OutcomeRow>,
  changed: readonly StoredOutcome[],
) {
  const numbers = new Map(asked.map(({ requirementId, number }) => [requirementId, number]));
  const told = ({ outcome, proposal }: Pick<StoredOutcome, 'outcome' | 'proposal'>) =>
    proposal === null ? { outcome } : { outcome, proposal };
  return [
    { field: 'outcomes', from: null, to: changed.length },
    ...changed.slice(0, MAX_TOLD).map((one) => ({
      field: `${numbers.get(one.requirementId)}, ${one.entry === ALL_ENTRIES ? 'all entries' : `entry ${one.entry}`}`,
      from: told(withoutMoments(cells.get(keyOfCell(one)) ?? emptyOutcome(one.requirementId, one.entry))),
      to: told(one),
    })),
  ];
}
