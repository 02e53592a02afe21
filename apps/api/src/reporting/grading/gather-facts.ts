import type { Applicant } from '../../standards/catalogue/applies-to.js';
import { query, type Sql, type Uuid } from '#libs/database';
import type { EntityManager } from 'typeorm';
import type { AuditFacts, GradeFacts } from './facts.js';
import { FACTS, type FactsRow } from './grading.sql.js';

/** The effective settings and the moment for which facts are gathered. */
export interface GradeScope extends Applicant {
  productId: string;
  standardId: string;
  levelId: string | null;
  auditFrequency: number | null;
  now: Date;
  /** Numbers of open issues to leave out, as if they were closed. */
  withoutIssues?: readonly number[];
}

/**
 * Every fact of the Grades of these products of an organization, in one statement whatever the number of products,
 * issues and findings.
 */
export const gatherFacts = (
  tx: EntityManager,
  organizationId: string,
  scopes: readonly GradeScope[],
): Promise<Map<string, GradeFacts>> => {
  const leavesOut = scopes.some(({ withoutIssues = [] }) => withoutIssues.length > 0);
  return readFacts(tx, FACTS({ leavesOut }), organizationId, scopes);
};

/** What a statement answers of these products of an organization. */
export async function readFacts(
  tx: EntityManager,
  statement: Sql<[organizationId: Uuid, scopes: string], FactsRow>,
  organizationId: string,
  scopes: readonly GradeScope[],
): Promise<Map<string, GradeFacts>> {
  const given = scopes.map((scope) => ({ ...scope, organizationId }));
  const rows = await query(tx, statement, [organizationId, JSON.stringify(given)]);
  const byProduct = new Map(scopes.map((scope) => [scope.productId, scope]));
  return new Map(
    rows.map(({ productId, facts }) => {
      const { now, auditFrequency } = byProduct.get(productId)!;
      return [
        productId,
        {
          ...facts,
          now,
          auditFrequency,
          newestEvidence: moment(facts.newestEvidence),
          newestHumanTest: moment(facts.newestHumanTest),
          audits: auditsOf(facts.audits),
        },
      ];
    }),
  );
}

const moment = (value: unknown): Date | null => (value === null ? null : new Date(value as string));

function auditsOf({ substantiated, covering, full, unsubstantiated }: AuditFacts): AuditFacts {
  return {
    substantiated: moment(substantiated),
    covering: moment(covering),
    full: full && { ...full, completedAt: new Date(full.completedAt) },
    unsubstantiated: unsubstantiated && { ...unsubstantiated, completedAt: new Date(unsubstantiated.completedAt) },
  };
}
