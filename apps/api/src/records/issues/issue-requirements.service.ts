import { query } from '#libs/database';
import { unknownReferences } from '#libs/errors';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, In } from 'typeorm';
import { orBuiltIn } from '../../standards/catalogue/built-in.js';
import { effectiveConformance } from '../../standards/catalogue/conformance.js';
import { candidatesOfCriteria } from '../../standards/catalogue/requirements-of-criteria.js';
import { keyOf } from '../../platform/lists/key-of.js';
import type { Organization } from '../../accounts/organizations/organization.entity.js';
import type { Product } from '../../products/products/product.entity.js';
import { Requirement } from '../../standards/standards/requirement.entity.js';
import { requirementsStayLock } from '../../standards/standards/standards-lock.js';
import { checkIfMatch } from '../../platform/work/check-if-match.js';
import { UnitOfWork } from '../../platform/work/unit-of-work.service.js';
import { countRevision } from './count-revision.js';
import type { Issue } from './issue.entity.js';
import { IssuesService, subjectOfIssue } from './issues.service.js';
import { USABLE_REQUIREMENTS } from './issues.sql.js';
import { relinkIssue } from './relink-issues.js';
import { isLinkedOutside } from './outside-standard.js';

/** Which requirements an issue fails, and what of them is open. */
export interface FailedRequirements {
  requirements: Requirement[];
  /** Those of the standard in force that it may fail, where nobody has said which. */
  candidates: Requirement[];
  /** Whether it fails only what the standard in force does not have: it weighs nothing there. */
  outsideStandard: boolean;
}

/** Which requirements an issue fails. */
@Injectable()
export class IssueRequirementsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly issues: IssuesService,
  ) {}

  async list(organization: Organization, product: Product, number: number): Promise<FailedRequirements> {
    const { manager } = this.database;
    return this.failed(manager, organization, product, await this.issues.find(manager, product, number));
  }

  async replace(
    organization: Organization,
    product: Product,
    number: number,
    ids: readonly string[],
  ): Promise<FailedRequirements> {
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      // Before the issue, as in the removal of requirements.
      await change.lock(requirementsStayLock(product.organizationId));
      const missing = await this.unusable(tx, product.organizationId, ids);
      const issue = await this.issues.find(tx, product, number, { lock: true });
      if (missing.length > 0) throw unknownReferences('/requirementIds', missing, ids, 'requirement');
      checkIfMatch(issue);
      await this.issues.beforeRelinking.run(change, { ...keyOf(issue), requirementIds: ids });
      if (await relinkIssue(change, issue, ids)) {
        await countRevision(tx, issue);
        change.record({
          ...subjectOfIssue(issue),
          type: 'issue.updated',
          changes: [{ field: 'requirementIds', from: null, to: ids }],
        });
        change.regradeAfterwards(product);
      }
      return this.failed(tx, organization, product, issue);
    });
  }

  /** Those of these requirements that are neither of built-in standards nor of the organization's own. */
  private async unusable(tx: EntityManager, organizationId: string, ids: readonly string[]): Promise<string[]> {
    const usable = await query(tx, USABLE_REQUIREMENTS, [organizationId, ids]);
    const known = new Set(usable.map(({ id }) => id));
    return ids.filter((id) => !known.has(id.toLowerCase()));
  }

  private async failed(
    tx: EntityManager,
    organization: Organization,
    product: Product,
    issue: Issue,
  ): Promise<FailedRequirements> {
    const requirements = await this.linked(tx, issue);
    const { standardId } = orBuiltIn(effectiveConformance(product, organization));
    const criteria = [...issue.wcag, ...requirements.flatMap(({ wcag }) => wcag)];
    const isLinked = requirements.some((one) => one.standardId === standardId);
    const ids = isLinked ? [] : candidatesOfCriteria(standardId, criteria);
    return {
      requirements,
      candidates:
        ids.length === 0 ? [] : await tx.find(Requirement, { where: { id: In(ids) }, order: { sortOrder: 'ASC' } }),
      outsideStandard: isLinkedOutside(standardId, requirements),
    };
  }

  private linked(tx: EntityManager, issue: Issue): Promise<Requirement[]> {
    return tx
      .createQueryBuilder(Requirement, 'requirement')
      .where(
        `EXISTS (SELECT FROM issue_requirements l
         WHERE l.organization_id = :organizationId AND l.issue_id = :id AND l.requirement_id = requirement.id)`,
        keyOf(issue),
      )
      .orderBy('requirement.standardId')
      .addOrderBy('requirement.sortOrder')
      .addOrderBy('requirement.id')
      .getMany();
  }
}
