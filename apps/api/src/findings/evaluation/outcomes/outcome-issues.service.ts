import { clock } from '#libs/clock';
import { query } from '#libs/database';
import { type Fault, InvalidInput, unknownFault } from '#libs/errors';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Audit } from '../../../records/audits/audit.entity.js';
import { AuditsService } from '../../../records/audits/audits.service.js';
import type { Principal } from '../../../platform/http/current.js';
import { createIssues } from '../../../records/issues/create-issues.js';
import { subjectOfIssue } from '../../../records/issues/issues.service.js';
import { relinkIssue } from '../../../records/issues/relink-issues.js';
import { pickDefined } from '../../../platform/lists/changed-fields.js';
import { Quotas } from '../../../accounts/organizations/quotas.service.js';
import type { Product } from '../../../products/products/product.entity.js';
import { requirementsStayLock } from '../../../standards/standards/standards-lock.js';
import type { ChangeContext } from '../../../platform/work/change-context.js';
import { UnitOfWork } from '../../../platform/work/unit-of-work.service.js';
import { type AuditRequirement, requirementsOfAudit } from '../audit-requirements.js';
import { lockAudit, requireInProgress } from '../change-evaluation.js';
import { ALL_ENTRIES } from '../outcome.js';
import type { AuditEntry } from '../sample/audit-entry.js';
import { sampleOf } from '../sample/sample.service.js';
import { keyOfCell } from './decisions.js';
import { entryNumber } from './dto/outcome-answers.js';
import type { OpenIssueOfOutcomes } from './dto/outcome-issue.dto.js';
import { MAX_ISSUES } from './dto/outcome.dto.js';
import { ISSUES_BY_NUMBER, LINK_ISSUES, SOME_OUTCOMES, STORE_OUTCOMES } from './outcomes.sql.js';
import { type Cell, cellsOf, storeOutcomes } from './store-outcomes.js';
import { emptyOutcome, withoutMoments } from './stored-outcome.js';

/** The cells that an issue is to be at, which the audit and its sample have. */
interface CellsOfIssue {
  audit: Audit;
  requirements: AuditRequirement[];
  requirement: AuditRequirement;
  sample: AuditEntry[];
  cells: Cell[];
}

/** Issues of what an audit has found. */
@Injectable()
export class OutcomeIssuesService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly audits: AuditsService,
    private readonly quotas: Quotas,
  ) {}

  /**
   * Opens an issue that names the audit, its requirement and the first of its entries, or puts one of the product at
   * the outcomes; answers its number. @throws InvalidInput, AuditCompleted, ProductArchived, LimitReached
   */
  async open(product: Product, number: number, caller: Principal, body: OpenIssueOfOutcomes): Promise<number> {
    return this.unitOfWork.run(async (change) => {
      const audit = await lockAudit(change, this.audits, product, number);
      await change.lock(requirementsStayLock(product.organizationId));
      const { issueNumber } = body;
      const issueId = issueNumber === undefined ? undefined : await issueOf(change.tx, product, issueNumber);
      const faults = issueFaults(body, issueId);
      const named = await requireCells(change.tx, audit, body, faults);
      await requireInProgress(change.tx, product, audit);
      if (issueNumber === undefined) return this.create(change, product, caller, body, named);
      await this.link(change, { number: issueNumber, id: issueId! }, named);
      return issueNumber;
    });
  }

  private async create(
    change: ChangeContext,
    product: Product,
    caller: Principal,
    body: OpenIssueOfOutcomes,
    { audit, requirement, sample, cells }: CellsOfIssue,
  ): Promise<number> {
    const { tx } = change;
    const { requirementId } = requirement;
    const entries = cells.map(({ entry }) => entry);
    const page = sample.find((one) => entries.includes(one.number) && one.url !== null);
    const draft = {
      title: body.issue?.title ?? `${requirement.number} ${requirement.name}`.slice(0, 255),
      ...pickDefined(body.issue ?? {}, 'description', 'severity', 'impact', 'effort', 'priority'),
      auditId: audit.id,
      sourceUrl: page?.url ?? null,
      createdByUserId: caller.userId,
    };
    const [issue] = await createIssues(change, this.quotas.of(product.organizationId), { product }, [draft]);
    const key = { organizationId: product.organizationId, id: issue!.id };
    await relinkIssue(change, key, [requirementId]);
    const scope = [audit.organizationId, audit.id] as const;
    const requirementIds = cells.map((cell) => cell.requirementId);
    const there = await query(tx, SOME_OUTCOMES, [...scope, requirementIds, entries]);
    const missing = entries
      .filter((entry) => !there.some((row) => row.entry === entry))
      .map((entry) => withoutMoments(emptyOutcome(requirementId, entry)));
    if (missing.length > 0) await query(tx, STORE_OUTCOMES, [...scope, JSON.stringify(missing), clock.now()]);
    const linked = cells.map((cell) => ({ ...cell, issueIds: [issue!.id] }));
    await query(tx, LINK_ISSUES, [...scope, JSON.stringify(linked)]);
    change.record({
      ...subjectOfIssue({ ...draft, ...key, number: issue!.number, productId: product.id }),
      type: 'issue.created',
    });
    change.regradeAfterwards(product);
    return issue!.number;
  }

  /** Puts an issue that there is at outcomes, beside those that they have. */
  private async link(
    change: ChangeContext,
    issue: { id: string; number: number },
    { audit, requirements, cells }: CellsOfIssue,
  ): Promise<void> {
    const present = await cellsOf(change.tx, audit, cells);
    const decisions = cells.map((cell) => {
      const numbers = present.get(keyOfCell(cell))?.issueNumbers ?? [];
      return { ...cell, issueNumbers: [...new Set([...numbers, issue.number])] };
    });
    if (decisions.some(({ issueNumbers }) => issueNumbers.length > MAX_ISSUES))
      throw new InvalidInput([
        {
          path: '/issueNumber',
          code: 'too_many',
          message: `An outcome can have at most ${MAX_ISSUES} issues.`,
          params: { max: MAX_ISSUES },
        },
      ]);
    const numbers = [...new Set(decisions.flatMap(({ issueNumbers }) => issueNumbers))];
    const rows = await query(change.tx, ISSUES_BY_NUMBER, [audit.organizationId, audit.productId, numbers]);
    const issues = new Map(rows.map((row) => [row.number, row.id]));
    const stored = cells.map((cell) =>
      withoutMoments(present.get(keyOfCell(cell)) ?? emptyOutcome(cell.requirementId, cell.entry)),
    );
    const what = { decisions, stored, cells: present, issues, now: clock.now() };
    await storeOutcomes(change, this.quotas.of(audit.organizationId), audit, requirements, what);
  }
}

async function issueOf(tx: EntityManager, product: Product, number: number): Promise<string | undefined> {
  const [issue] = await query(tx, ISSUES_BY_NUMBER, [product.organizationId, product.id, [number]]);
  return issue?.id;
}

function issueFaults({ issue, issueNumber }: OpenIssueOfOutcomes, issueId: string | undefined): Fault[] {
  if (issueNumber === undefined) return [];
  return [
    ...(issueId === undefined ? [unknownFault('/issueNumber', 'issue', issueNumber)] : []),
    ...(issue === undefined
      ? []
      : [
          {
            path: '/issue',
            code: 'not_applicable' as const,
            message: 'issue describes a new issue and cannot be combined with issueNumber',
          },
        ]),
  ];
}

/** @throws InvalidInput with these faults, and those of what the audit or its sample has not */
async function requireCells(
  tx: EntityManager,
  audit: Audit,
  body: OpenIssueOfOutcomes,
  others: readonly Fault[],
): Promise<CellsOfIssue> {
  const requirementId = body.requirementId.toLowerCase();
  const requirements = await requirementsOfAudit(tx, audit);
  const requirement = requirements.find((one) => one.requirementId === requirementId && !one.isGone);
  const sample = await sampleOf(tx, audit);
  const isThere = (entry: number) => entry === ALL_ENTRIES || sample.some((one) => one.number === entry);
  const faults = [
    ...(requirement ? [] : [unknownFault('/requirementId', 'requirement', body.requirementId)]),
    ...body.entries.flatMap((entry, index) =>
      isThere(entryNumber(entry) ?? -1) ? [] : [unknownFault(`/entries/${index}`, 'entry', entry)],
    ),
    ...others,
  ];
  if (faults.length > 0) throw new InvalidInput(faults);
  const entries = [...new Set(body.entries.map((entry) => entryNumber(entry)!))];
  return {
    ...{ audit, requirements, requirement: requirement!, sample },
    cells: entries.map((entry) => ({ requirementId, entry })),
  };
}
