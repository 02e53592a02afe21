import { Settings } from '#libs/config';
import { query } from '#libs/database';
import { requireFuture } from '#libs/dates';
import { InvalidInput, requireEach, unknownReference } from '#libs/errors';
import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { bulkEvent } from '../events/event-draft.js';
import { Issue } from '../issues/issue.entity.js';
import { changedFields, pickDefined } from '../lists/changed-fields.js';
import { notFoundOf } from '../lists/not-found-of.js';
import type { Organization } from '../organizations/organization.entity.js';
import { productOf } from '../products/product-key.js';
import { activeLock, runsLock } from '../products/product-records.js';
import { requireAreas } from '../products/record-areas.js';
import type { Product } from '../products/product.entity.js';
import type { ChangeContext } from '../work/change-context.js';
import { checkIfMatch } from '../work/check-if-match.js';
import { UnitOfWork } from '../work/unit-of-work.service.js';
import { setConfirmed, setDismissed, setEdited, setPending } from './change-findings.js';
import { createIssuesForFindings } from './create-issues-for-findings.js';
import { ORIGINALS } from './decisions.sql.js';
import type { BulkTriageData, ConfirmFinding, DismissFinding, UpdateFinding } from './dto/triage.dto.js';
import { TriageRefused } from './errors.js';
import { type DismissalReason, EDITABLE_FIELDS, Finding } from './finding.entity.js';
import { isRefusal, transitionOf, type TriageAction } from './lifecycle.js';
import { findLocked, lockFindings, subjectOfFinding } from './lock-findings.js';
import { noteDecision } from './note-decision.js';
import { inProposals } from './pages/pages-of-finding.js';

const EVENT_VERBS = { confirm: 'confirmed', dismiss: 'dismissed', reopen: 'reopened' } as const;

/** Triages one or many findings: all or nothing, in a fixed number of statements. */
@Injectable()
export class TriageService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly settings: Settings,
  ) {}

  /** Opens an issue for a finding, or links the issue with `issueNumber`; a confirmed finding keeps its issue. */
  async confirm(
    organization: Organization,
    product: Product,
    id: string,
    body: ConfirmFinding,
    userId: string | null,
  ): Promise<{ issueNumber: number; created: boolean }> {
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      const finding = await findLocked(change, product, id);
      if (finding.status === 'confirmed') {
        const { organizationId, issueId } = finding;
        const issue = await tx.findOneByOrFail(Issue, { organizationId, id: issueId! });
        return { issueNumber: issue.number, created: false };
      }
      const linkedIssue =
        body.issueNumber === undefined ? null : await this.linkedIssue(tx, [finding], body.issueNumber, '');
      await this.checkNewIssues(tx, [finding], body, '');
      await this.requireAllowed(change.tx, [finding], 'confirm');
      await change.lock(activeLock(product.organizationId, [product.id]));
      const [issue] = await this.confirmAll(change, organization, [finding], linkedIssue, body, userId);
      this.recordDecision(change, finding, 'confirm', [{ field: 'issueNumber', from: null, to: issue!.number }]);
      change.regradeAfterwards(product);
      return { issueNumber: issue!.number, created: !linkedIssue };
    });
  }

  async dismiss(product: Product, id: string, body: DismissFinding): Promise<void> {
    await this.unitOfWork.run(async (change) => {
      const finding = await findLocked(change, product, id);
      await this.checkDismissal(change.tx, [finding], body, '');
      await this.requireAllowed(change.tx, [finding], 'dismiss');
      await this.dismissAll(change, [finding], body);
      this.recordDecision(change, finding, 'dismiss', [
        ...changedFields(finding, { dismissalReason: body.reason, dismissedUntil: body.until ?? null }),
      ]);
      change.regradeAfterwards(product);
    });
  }

  async reopen(product: Product, id: string): Promise<void> {
    await this.unitOfWork.run(async (change) => {
      const finding = await findLocked(change, product, id);
      await this.requireAllowed(change.tx, [finding], 'reopen');
      if (finding.status === 'pending') return;
      await this.reopenAll(change, [finding]);
      this.recordDecision(change, finding, 'reopen', []);
      change.regradeAfterwards(product);
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
    ids: readonly string[],
    data: BulkTriageData,
    userId: string | null,
    dryRun = false,
  ): Promise<{ updated: number; notFound: string[] }> {
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      const where = { organizationId: organization.id, id: In([...ids]) };
      const named = await tx.find(Finding, { where, select: { id: true, productId: true } });
      await change.lock(runsLock(organization.id, productsOf(named)));
      const findings = await lockFindings(tx, where);
      const answer = { updated: findings.length, notFound: notFoundOf(ids, findings) };
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
      if (action === 'confirm') await this.confirmAll(change, organization, touched, linkedIssue, data, userId);
      if (action === 'dismiss') await this.dismissAll(change, touched, data as DismissFinding);
      if (action === 'reopen') await this.reopenAll(change, touched);
      const changes = changedFields({}, pickDefined(data, 'reason', 'until', 'duplicateOfId', 'issueNumber'));
      const type = `finding.bulk_${EVENT_VERBS[action]}` as const;
      change.record(bulkEvent(type, organization.id, `${touched.length} findings`, touched, changes));
      change.regradeAfterwards(...touched.map(productOf));
      return answer;
    });
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
  ): Promise<{ id: string; number: number }[]> {
    const issues = linkedIssue
      ? findings.map(() => linkedIssue)
      : await createIssuesForFindings(change, this.settings, organization, findings, body, userId);
    await setConfirmed(
      change,
      findings,
      issues.map(({ id }) => id),
    );
    await noteDecision(change.tx, findings, 'confirm');
    return issues;
  }

  private async dismissAll(
    change: ChangeContext,
    findings: readonly Finding[],
    dismissal: DismissFinding,
  ): Promise<void> {
    await setDismissed(change, findings, dismissal);
    await noteDecision(change.tx, findings, 'dismiss', dismissal.until ?? null);
  }

  private async reopenAll(change: ChangeContext, findings: readonly Finding[]): Promise<void> {
    await setPending(change, findings);
    await noteDecision(change.tx, findings, 'reopen');
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

  /** A duplicate, and nothing else, names another finding of its product, and not one that is in the end a duplicate of it. */
  private async checkOriginal(
    tx: EntityManager,
    findings: readonly Finding[],
    { duplicateOfId, reason }: { duplicateOfId: string; reason: DismissalReason },
    path: string,
  ): Promise<void> {
    if (reason !== 'duplicate')
      throw new InvalidInput([
        { path, code: 'not_applicable', message: 'duplicateOfId goes with the reason duplicate' },
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
    if (issueNumber !== undefined) refuse(`${refused} is for issues that are made`);
    if (others.length > 0) refuse(`the findings are of ${others.length + 1} products`);
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

const productsOf = (findings: readonly Pick<Finding, 'productId'>[]): string[] => [
  ...new Set(findings.map(({ productId }) => productId)),
];

/** The organization of findings, at least one: a request concerns those of one. */
const organizationOf = (findings: readonly Finding[]): string => findings[0]!.organizationId;
