import { Settings } from '#libs/config';
import { query } from '#libs/database';
import { InvalidInput, unknownFault } from '#libs/errors';
import { Injectable } from '@nestjs/common';
import { AuditsService } from '../../audits/audits.service.js';
import type { Principal } from '../../http/current.js';
import { createIssues } from '../../issues/create-issues.js';
import { subjectOfIssue } from '../../issues/issues.service.js';
import { relinkIssue } from '../../issues/relink-issues.js';
import { pickDefined } from '../../lists/changed-fields.js';
import type { Product } from '../../products/product.entity.js';
import { requirementsStayLock } from '../../standards/standards-lock.js';
import { UnitOfWork } from '../../work/unit-of-work.service.js';
import { askedRequirements } from '../asked-requirements.js';
import { lockAudit, requireInProgress } from '../change-evaluation.js';
import { ALL_ENTRIES } from '../outcome.js';
import { sampleOf } from '../sample/sample.service.js';
import { entryNumber } from './dto/outcome-answers.js';
import type { OpenIssueOfOutcomes } from './dto/outcome-issue.dto.js';
import { LINK_ISSUES, SOME_OUTCOMES, STORE_OUTCOMES } from './outcomes.sql.js';
import { emptyOutcome, withoutMoments } from './stored-outcome.js';

/** Issues that are made of what an audit has found. */
@Injectable()
export class OutcomeIssuesService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly audits: AuditsService,
    private readonly settings: Settings,
  ) {}

  /** Opens an issue that names the audit, its requirement and the first of its entries, and answers its number. @throws InvalidInput, AuditCompleted */
  async open(product: Product, number: number, caller: Principal, body: OpenIssueOfOutcomes): Promise<number> {
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      const audit = await lockAudit(change, this.audits, product, number);
      await change.lock(requirementsStayLock(product.organizationId));
      const requirementId = body.requirementId.toLowerCase();
      const entries = [...new Set(body.entries.map((entry) => entryNumber(entry) ?? -1))];
      const asked = (await askedRequirements(tx, audit)).find((one) => one.requirementId === requirementId);
      const sample = await sampleOf(tx, audit);
      const isThere = (entry: number) => entry === ALL_ENTRIES || sample.some((one) => one.number === entry);
      const faults = [
        ...(asked && !asked.isGone ? [] : [unknownFault('/requirementId', 'requirement', body.requirementId)]),
        ...body.entries.flatMap((told, index) =>
          isThere(entryNumber(told) ?? -1) ? [] : [unknownFault(`/entries/${index}`, 'entry', told)],
        ),
      ];
      if (faults.length > 0) throw new InvalidInput(faults);
      await requireInProgress(tx, product, audit);
      const page = sample.find((one) => entries.includes(one.number) && one.url !== null);
      const draft = {
        title: body.issue?.title ?? `${asked!.number} ${asked!.name}`.slice(0, 255),
        ...pickDefined(body.issue ?? {}, 'description', 'severity', 'impact', 'effort', 'priority'),
        auditId: audit.id,
        sourceUrl: page?.url ?? null,
        createdByUserId: caller.userId,
      };
      const [issue] = await createIssues(change, this.settings, { product }, [draft]);
      const key = { organizationId: product.organizationId, id: issue!.id };
      await relinkIssue(change, key, [requirementId]);
      const cells = entries.map((entry) => ({ requirementId, entry, issueIds: [issue!.id] }));
      const there = await query(tx, SOME_OUTCOMES, [
        audit.organizationId,
        audit.id,
        cells.map((cell) => cell.requirementId),
        entries,
      ]);
      const missing = entries
        .filter((entry) => !there.some((row) => row.entry === entry))
        .map((entry) => withoutMoments(emptyOutcome(requirementId, entry)));
      const scope = [audit.organizationId, audit.id] as const;
      if (missing.length > 0) await query(tx, STORE_OUTCOMES, [...scope, JSON.stringify(missing), new Date()]);
      await query(tx, LINK_ISSUES, [...scope, JSON.stringify(cells)]);
      change.record({
        ...subjectOfIssue({ ...draft, ...key, number: issue!.number, productId: product.id }),
        type: 'issue.created',
      });
      change.regradeAfterwards(product);
      return issue!.number;
    });
  }
}
