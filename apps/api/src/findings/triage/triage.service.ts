import { query } from '#libs/database';
import { requireFuture } from '#libs/dates';
import { InvalidInput, requireEach, unknownReference } from '#libs/errors';
import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { bulkEvent } from '../../platform/events/event-draft.js';
import type { OpenedIssue } from '../../records/issues/create-issues.js';
import { Issue } from '../../records/issues/issue.entity.js';
import { asSeen } from '../../platform/lists/as-seen.js';
import { changedFields, pickDefined } from '../../platform/lists/changed-fields.js';
import { notFoundOf } from '../../platform/lists/not-found-of.js';
import type { Organization } from '../../accounts/organizations/organization.entity.js';
import { productOf } from '../../products/products/product-key.js';
import { activeLock, runsLock } from '../../products/products/product-records.js';
import { requireAreas } from '../../products/products/record-areas.js';
import type { Product } from '../../products/products/product.entity.js';
import type { ChangeContext } from '../../platform/work/change-context.js';
import { checkIfMatch } from '../../platform/work/check-if-match.js';
import { UnitOfWork } from '../../platform/work/unit-of-work.service.js';
import { setConfirmed, setDismissed, setEdited, setPending } from './change-findings.js';
import { createIssuesForFindings } from './create-issues-for-findings.js';
import { ORIGINALS } from './decisions.sql.js';
import { dismissalOf } from './dismissal.js';
import type { BulkDecided, BulkTriageData, ConfirmFinding, DismissFinding, UpdateFinding } from './dto/triage.dto.js';
import { TriageRefused } from './errors.js';
import { type DismissalReason, EDITABLE_FIELDS, Finding } from './finding.entity.js';
import { isRefusal, transitionOf, type TriageAction } from './lifecycle.js';
import { findLocked, lockFindings, subjectOfFinding } from './lock-findings.js';
import { noteDecision, noteTriage } from './note-decision.js';
import { OWNER_CONSTRAINTS } from './ownership/owners-of-barriers.js';
import { inProposals } from './pages/pages-of-finding.js';
import { Quotas } from '../../accounts/organizations/quotas.service.js';

const EVENT_VERBS = { confirm: 'confirmed', dismiss: 'dismissed', reopen: 'reopened' } as const;

/** Triages one or many findings: all or nothing, in a fixed number of statements. */
@Injectable()
export class TriageService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly quotas: Quotas,
  ) {}

  /** Opens an issue for a finding, or links the issue with `issueNumber`; a confirmed finding keeps its issue. */
  async confirm(
    organization: Organization,
    product: Product,
    id: string,
    body: ConfirmFinding,
    userId: string | null,
  ): Promise<{ issueNumber: number; created: boolean; decision: string | null }> {
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      const finding = await findLocked(change, product, id);
      if (finding.status === 'confirmed') {
        const { organizationId, issueId } = finding;
        const issue = await tx.findOneByOrFail(Issue, { organizationId, id: issueId! });
        return { issueNumber: issue.number, created: false, decision: null };
      }
      const linkedIssue =
        body.issueNumber === undefined ? null : await this.linkedIssue(tx, [finding], body.issueNumber, '');
      await this.checkNewIssues(tx, [finding], body, '');
      await this.requireAllowed(change.tx, [finding], 'confirm');
      await change.lock(activeLock(product.organizationId, [product.id]));
      const { issues, decision } = await this.confirmAll(change, organization, [finding], linkedIssue, body, userId);
      const [issue] = issues;
      this.recordDecision(change, finding, 'confirm', [{ field: 'issueNumber', from: null, to: issue!.number }]);
      change.regradeAfterwards(product);
      return { issueNumber: issue!.number, created: !linkedIssue, decision };
    }, OWNER_CONSTRAINTS);
  }

  /** Answers the id of the decision. */
  async dismiss(product: Product, id: string, body: DismissFinding, userId: string | null): Promise<string> {
    return this.unitOfWork.run(async (change) => {
      const finding = await findLocked(change, product, id);
      await this.checkDismissal(change.tx, [finding], body, '');
      await this.requireAllowed(change.tx, [finding], 'dismiss');
      const decision = await this.dismissAll(change, [finding], body, userId);
      const { duplicateOfId: _, ...dismissal } = dismissalOf(finding, body);
      this.recordDecision(change, finding, 'dismiss', changedFields<Finding>(finding, dismissal));
      change.regradeAfterwards(product);
      return decision;
    });
  }

  /** Answers the id of the decision; null: it was pending. */
  async reopen(product: Product, id: string, userId: string | null): Promise<string | null> {
    return this.unitOfWork.run(async (change) => {
      const finding = await findLocked(change, product, id);
      await this.requireAllowed(change.tx, [finding], 'reopen');
      if (finding.status === 'pending') return null;
      const decision = await this.reopenAll(change, [finding], userId);
      this.recordDecision(change, finding, 'reopen', []);
      change.regradeAfterwards(product);
      return decision;
    });
  }

  /** Edits a finding; scans will not overwrite the edited fields. */
  async update(product: Product, id: string, body: UpdateFinding): Promise<void> {
    await this.unitOfWork.run(async (change) => {
      const finding = await findLocked(change, product, id);
      checkIfMatch(finding);
      const values = pickDefined(body, ...EDITABLE_FIELDS);
      const changes = changedFields(finding, values);
      if (changes.length === 0) return;
      const edited = EDITABLE_FIELDS.filter((field) => finding.edited.includes(field) || values[field] !== undefined);
      await setEdited(change, { ...finding, ...values }, edited);
      if (finding.edited.length === 0) await noteDecision(change.tx, [finding], 'edit');
      change.record({ ...subjectOfFinding(finding), type: 'finding.updated', changes });
      change.regradeAfterwards(product);
    });
  }

  async bulk(
    organization: Organization,
    named: SeenFindings,
    data: BulkTriageData,
    { userId, dryRun = false }: { userId: string | null; dryRun?: boolean },
  ): Promise<BulkDecided> {
    const { ids } = named;
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      const where = { organizationId: organization.id, id: In([...ids]) };
      const present = await tx.find(Finding, { where, select: { id: true, productId: true } });
      await change.lock(runsLock(organization.id, productsOf(present)));
      const found = await lockFindings(tx, organization.id, ids);
      const { seen: findings, skipped } = undecidedSince(found, named);
      const answer = { updated: findings.length, notFound: notFoundOf(ids, found), skipped, decision: null };
      if (findings.length === 0 && skipped?.length) return answer;
      const { action } = data;
      const linkedIssue = await this.linkedIssue(tx, findings, data.issueNumber, '/data');
      if (action === 'dismiss') await this.checkDismissal(tx, findings, data as DismissFinding, '/data');
      if (action === 'confirm') await this.checkNewIssues(tx, findings, data, '/data');
      await this.requireAllowed(tx, findings, action);
      const touched = findings.filter(
        ({ status }) => status === 'dismissed' || transitionOf(status, action) !== status,
      );
      if (action === 'confirm') await change.lock(activeLock(organization.id, productsOf(findings)));
      if (dryRun || touched.length === 0) return answer;
      const decide: Record<TriageAction, () => Promise<{ decision: string; issues?: readonly OpenedIssue[] }>> = {
        confirm: () => this.confirmAll(change, organization, touched, linkedIssue, data, userId),
        dismiss: async () => ({ decision: await this.dismissAll(change, touched, data as DismissFinding, userId) }),
        reopen: async () => ({ decision: await this.reopenAll(change, touched, userId) }),
      };
      const { decision: decisionId, issues } = await decide[action]();
      const decision = { id: decisionId };
      const changes = [
        ...changedFields({}, pickDefined(data, 'reason', 'comment', 'until', 'duplicateOfId', 'issueNumber')),
        ...(issues && !linkedIssue ? [{ field: 'issueNumbers', from: null, to: numbersOf(issues) }] : []),
      ];
      const type = `finding.bulk_${EVENT_VERBS[action]}` as const;
      change.record(bulkEvent(type, organization.id, `${touched.length} findings`, touched, changes));
      change.regradeAfterwards(...touched.map(productOf));
      return { ...answer, decision };
    }, OWNER_CONSTRAINTS);
  }

  /** @throws TriageRefused where the state of one permits it not */
  private async requireAllowed(tx: EntityManager, findings: readonly Finding[], action: TriageAction): Promise<void> {
    const organizationId = findings[0]?.organizationId ?? '';
    const resolved = findings.filter(({ status, landed }) => status === 'resolved' && landed);
    const shown = await inProposals(
      tx,
      organizationId,
      resolved.map(({ id }) => id),
    );
    for (const { id, status } of findings) {
      const next = transitionOf(status, action, shown.has(id));
      if (isRefusal(next)) throw new TriageRefused(next);
    }
  }

  private async confirmAll(
    change: ChangeContext,
    organization: Organization,
    findings: readonly Finding[],
    linkedIssue: Issue | null,
    body: ConfirmFinding & Pick<BulkTriageData, 'asOne'>,
    userId: string | null,
  ): Promise<{ issues: OpenedIssue[]; decision: string }> {
    const issues = linkedIssue
      ? findings.map(() => linkedIssue)
      : await createIssuesForFindings(change, this.quotas.of(organization.id), organization, findings, body, userId);
    const issueIds = issues.map(({ id }) => id);
    const made = linkedIssue ? {} : { issueIds };
    const decision = await noteTriage(change.tx, findings, { action: 'confirm', userId, ...made });
    await setConfirmed(change, findings, issueIds);
    return { issues, decision };
  }

  private async dismissAll(
    change: ChangeContext,
    findings: readonly Finding[],
    dismissal: DismissFinding,
    userId: string | null,
  ): Promise<string> {
    const dismissals = findings.map((finding) => dismissalOf(finding, dismissal));
    const untils = dismissals.map(({ dismissedUntil }) => dismissedUntil);
    const decision = await noteTriage(change.tx, findings, { action: 'dismiss', untils, userId });
    await setDismissed(change, findings, dismissals);
    return decision;
  }

  private async reopenAll(change: ChangeContext, findings: readonly Finding[], userId: string | null): Promise<string> {
    const decision = await noteTriage(change.tx, findings, { action: 'reopen', userId });
    await setPending(change, findings);
    return decision;
  }

  private async checkDismissal(
    tx: EntityManager,
    findings: readonly Finding[],
    { reason, until, duplicateOfId }: DismissFinding,
    pointer: string,
  ): Promise<void> {
    await requireEach(
      async () => requireFuture(until, `${pointer}/until`),
      async () =>
        duplicateOfId && this.checkOriginal(tx, findings, { duplicateOfId, reason }, `${pointer}/duplicateOfId`),
    );
  }

  /**
   * A duplicate, and nothing else, names another finding of its product, and not one that is in the end a duplicate of
   * it.
   */
  private async checkOriginal(
    tx: EntityManager,
    findings: readonly Finding[],
    { duplicateOfId, reason }: { duplicateOfId: string; reason: DismissalReason },
    path: string,
  ): Promise<void> {
    if (reason !== 'duplicate')
      throw new InvalidInput([
        { path, code: 'not_applicable', message: 'duplicateOfId requires the reason duplicate' },
      ]);
    if (findings.length === 0) return;
    const originals = await query(tx, ORIGINALS, [organizationOf(findings), duplicateOfId]);
    const ids = new Set(findings.map(({ id }) => id));
    const original = originals.find(({ id }) => id === duplicateOfId);
    const belongs = findings.every(({ productId }) => productId === original?.productId);
    if (!belongs || originals.some(({ id }) => ids.has(id)))
      throw unknownReference(path, 'other finding of the product', duplicateOfId);
  }

  /** Areas are those of the one product that all findings are of, and so is the one issue of all. */
  private async checkNewIssues(
    tx: EntityManager,
    findings: readonly Finding[],
    { areaIds, asOne, issueNumber }: Pick<BulkTriageData, 'areaIds' | 'asOne' | 'issueNumber'>,
    pointer: string,
  ): Promise<void> {
    const [productId, ...others] = productsOf(findings);
    const refused = asOne ? 'asOne' : areaIds?.length ? 'areaIds' : undefined;
    if (!refused || productId === undefined) return;
    const refuse = (why: string): never => {
      throw new InvalidInput([{ path: `${pointer}/${refused}`, code: 'not_applicable', message: why }]);
    };
    if (issueNumber !== undefined) refuse(`${refused} is allowed only if an issue is created`);
    if (others.length > 0) refuse(`the findings belong to ${others.length + 1} products`);
    if (areaIds) await requireAreas(tx, { organizationId: organizationOf(findings), id: productId }, areaIds, pointer);
  }

  private async linkedIssue(
    tx: EntityManager,
    findings: readonly Finding[],
    number: number | undefined,
    pointer: string,
  ): Promise<Issue | null> {
    if (number === undefined) return null;
    const [productId, ...others] = productsOf(findings);
    const where = productId && others.length === 0 && { organizationId: organizationOf(findings), productId, number };
    const issue = where ? await tx.findOneBy(Issue, where) : null;
    if (!issue) throw unknownReference(`${pointer}/issueNumber`, 'issue', number);
    return issue;
  }

  private recordDecision(
    change: ChangeContext,
    finding: Finding,
    action: TriageAction,
    changes: { field: string; from: unknown; to: unknown }[],
  ): void {
    const status = { field: 'status', from: finding.status, to: transitionOf(finding.status, action, true) };
    change.record({
      ...subjectOfFinding(finding),
      type: `finding.${EVENT_VERBS[action]}`,
      changes: [status, ...changes],
    });
  }
}

/** The findings of a bulk request, and how or when the caller has seen them. */
interface SeenFindings {
  ids: readonly string[];
  revisions?: readonly number[];
  seenAt?: Date;
}

/** Parts findings by whether they are as the caller has seen them. */
function undecidedSince(
  found: readonly Finding[],
  { seenAt, ...named }: SeenFindings,
): { seen: readonly Finding[]; skipped?: string[] } {
  if (!seenAt) return asSeen(found, named);
  const isDecided = ({ triagedAt }: Finding): boolean => triagedAt !== null && triagedAt > seenAt;
  return {
    seen: found.filter((finding) => !isDecided(finding)),
    skipped: found.filter(isDecided).map(({ id }) => id),
  };
}

const productsOf = (findings: readonly Pick<Finding, 'productId'>[]): string[] => [
  ...new Set(findings.map(({ productId }) => productId)),
];

const numbersOf = (issues: readonly OpenedIssue[]): number[] => [...new Set(issues.map(({ number }) => number))];

/** The organization of findings, at least one: a request concerns those of one. */
const organizationOf = (findings: readonly Finding[]): string => findings[0]!.organizationId;
