import { clock } from '#libs/clock';
import { query } from '#libs/database';
import { unknownReference } from '#libs/errors';
import { mapInSlices } from '#libs/queues';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import type { Audit } from '../../../records/audits/audit.entity.js';
import { AuditsService } from '../../../records/audits/audits.service.js';
import { unknownEvidence } from '../../../records/evidence/link-evidence.js';
import type { Principal } from '../../../platform/http/current.js';
import { refusePosition } from '../../../platform/lists/errors.js';
import type { Page } from '../../../platform/lists/pagination.js';
import { currentPaging } from '../../../platform/lists/paging.js';
import type { Product } from '../../../products/products/product.entity.js';
import { UnitOfWork } from '../../../platform/work/unit-of-work.service.js';
import { requirementsOfAudit } from '../audit-requirements.js';
import { assignedCells } from '../assignments/assigned-cells.js';
import { lockAudit, requireInProgress } from '../change-evaluation.js';
import { namedEvidence } from '../evidence-of-outcomes.js';
import { OutcomeChanged } from '../errors.js';
import { ALL_ENTRIES } from '../outcome.js';
import { failuresOf, proposedCells, proposedFailures } from '../proposals/proposed-failures.js';
import type { FailureRow } from '../proposals/proposed-failures.sql.js';
import { sampleOf } from '../sample/sample.service.js';
import { type Decision, keyOfCell, requireKnown } from './decisions.js';
import { outcomeDto } from './dto/outcome-answers.js';
import type { CopyOutcomes, DecideOutcome } from './dto/outcome.dto.js';
import {
  HISTORY,
  HISTORY_BEGIN,
  ISSUES_BY_NUMBER,
  LIST_OUTCOMES,
  type OutcomeRow,
  OUTCOMES_BEGIN,
} from './outcomes.sql.js';
import { type Cell, cellsOf, isDecided, storeOutcomes } from './store-outcomes.js';
import { emptyOutcome, storedOutcome } from './stored-outcome.js';
import { Quotas } from '../../../accounts/organizations/quotas.service.js';

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

/** What an audit says of its requirements. */
@Injectable()
export class OutcomesService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly audits: AuditsService,
    private readonly quotas: Quotas,
  ) {}

  /** @param product absent: what findings propose is not told */
  async list(
    audit: Audit,
    filter: OutcomeFilter,
    page: PageOfOutcomes,
    product?: Product,
  ): Promise<Page<{ row: OutcomeRow; failure: FailureRow | undefined }>> {
    const { manager } = this.database;
    const failures = await failuresOf(manager, product, audit);
    const paging = currentPaging();
    const after = paging.after(3);
    const reading = query(manager, LIST_OUTCOMES, [
      audit.organizationId,
      audit.id,
      filter.requirementIds,
      filter.entry,
      filter.outcomes,
      page.pageSize,
      (page.page - 1) * page.pageSize,
      after ?? OUTCOMES_BEGIN,
      proposedCells(failures),
    ]);
    const rows = await (after ? reading.catch(refusePosition) : reading);
    const last = rows.at(-1);
    if (last && rows.length === page.pageSize)
      paging.goOnBehind([last.position, String(last.entry), last.requirementId]);
    const items = rows.map((row) => ({ row, failure: failures.get(keyOfCell(row)) }));
    return { items, total: page.total ? (rows[0]?.total ?? 0) : null, page: page.page, pageSize: page.pageSize };
  }

  async history(audit: Audit, requirementId: string | null, entry: number | null, page: PageOfOutcomes) {
    const { organizationId, id } = audit;
    const offset = (page.page - 1) * page.pageSize;
    const paging = currentPaging();
    const after = paging.after(4);
    const reading = query(this.database.manager, HISTORY, [
      organizationId,
      id,
      requirementId,
      entry,
      page.pageSize,
      offset,
      after ?? HISTORY_BEGIN,
    ]);
    const rows = await (after ? reading.catch(refusePosition) : reading);
    const last = rows.at(-1);
    if (last && rows.length === page.pageSize)
      paging.goOnBehind([last.at.toISOString(), last.requirementId, String(last.entry), String(last.revision)]);
    return { items: rows, total: page.total ? (rows[0]?.total ?? 0) : null, page: page.page, pageSize: page.pageSize };
  }

  /** The requirements that are assigned to a member, each on some entries or on all. */
  assigned(audit: Audit, userId: string) {
    return assignedCells(this.database.manager, audit, userId);
  }

  /**
   * Decides cells: all of them or none. `withFindings`: what findings propose can be taken over. @returns them as they are then, and how many have changed
   * @throws InvalidInput by index, OutcomeChanged, AuditCompleted
   */
  async decide(
    product: Product,
    number: number,
    caller: Principal,
    requested: readonly DecideOutcome[],
    withFindings: boolean,
  ): Promise<{ rows: OutcomeRow[]; changed: number }> {
    return this.unitOfWork.run(async (change) => {
      const audit = await lockAudit(change, this.audits, product, number);
      const decisions = requested.map((one) => ({
        ...one,
        requirementId: one.requirementId.toLowerCase(),
        entry: one.entry === 'all' ? ALL_ENTRIES : Number(one.entry),
      }));
      const requirements = await requirementsOfAudit(change.tx, audit);
      const issues = await this.issuesOf(change.tx, product, decisions);
      const cells = await cellsOf(change.tx, audit, decisions);
      const sample = await sampleOf(change.tx, audit);
      const evidence = await unknownEvidence(change.tx, product, namedEvidence(decisions));
      const accepts = withFindings && decisions.some(({ fromProposal }) => fromProposal);
      const failures = accepts
        ? await proposedFailures(change.tx, product, audit, { requirements, sample })
        : new Map();
      requireKnown(decisions, { requirements, sample, issues, cells, failures, unknownEvidence: evidence });
      await requireInProgress(change.tx, product, audit);
      const stale = decisions.flatMap(({ ifRevision, requirementId, entry }) => {
        const present = cells.get(keyOfCell({ requirementId, entry })) ?? emptyOutcome(requirementId, entry);
        return ifRevision === undefined || ifRevision === present.revision ? [] : [outcomeDto(present)];
      });
      if (stale.length > 0) throw new OutcomeChanged(stale);
      const now = clock.now();
      const stored = decisions.map((one) => storedOutcome(cells.get(keyOfCell(one)), one, caller, now));
      return storeOutcomes(change, this.quotas.of(audit.organizationId), audit, requirements, {
        decisions,
        stored,
        cells,
        issues,
        now,
      });
    });
  }

  /**
   * Copies what is decided on an entry to others, where nothing is decided yet. @returns the first thousand, and how
   * many have changed
   * @throws InvalidInput, AuditCompleted
   */
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
      const requirements = await requirementsOfAudit(tx, audit);
      const wanted = new Set(requirementIds?.map((id) => id.toLowerCase()));
      const named = requirements.filter(
        ({ requirementId }) => requirementIds === undefined || wanted.has(requirementId),
      );
      const at = (entry: number): Cell[] => named.map(({ requirementId }) => ({ requirementId, entry }));
      const from = [...(await cellsOf(tx, audit, at(fromEntry))).values()].filter(isDecided);
      const targets = [...new Set(toEntries)]
        .filter((entry) => entry !== fromEntry)
        .flatMap((entry) => from.map((copied) => ({ copied, requirementId: copied.requirementId, entry })));
      const cells = await cellsOf(tx, audit, targets);
      const now = clock.now();
      const decisions = targets.filter((target) => !isDecided(cells.get(keyOfCell(target))));
      const stored = await mapInSlices(decisions, ({ copied: { outcome, note, derogation }, ...target }) => {
        const decision = { ...target, outcome, note, derogation };
        return { ...storedOutcome(cells.get(keyOfCell(target)), decision, caller, now), copiedFrom: fromEntry };
      });
      return storeOutcomes(change, this.quotas.of(audit.organizationId), audit, requirements, {
        decisions,
        stored,
        cells,
        issues: new Map(),
        now,
      });
    });
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
