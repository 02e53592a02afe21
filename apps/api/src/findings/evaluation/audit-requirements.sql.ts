import { sql, type Uuid } from '#libs/database';
import type { Outcome } from './outcome.js';
import { appliesSql, askedForSql } from '../../standards/standards/in-scope.js';

/** A requirement that an audit asks for. */
export interface RequirementRow {
  requirementId: Uuid;
  name: string;
  level: string | null;
  wcag: string[];
}

/** What a level asks of a product, in the order of the standard. */
export const IN_SCOPE = sql<
  [organizationId: Uuid, productId: Uuid, standardId: Uuid | null, levelId: Uuid | null],
  RequirementRow
>(`
  SELECT r.id AS "requirementId", r.name, own.name AS level, r.wcag
  FROM products p JOIN requirements r ON r.standard_id = $3::uuid JOIN standards standard ON standard.id = r.standard_id
  LEFT JOIN standard_levels own ON own.id = r.level_id LEFT JOIN standard_levels wanted ON wanted.id = $4::uuid
  WHERE p.organization_id = $1 AND p.id = $2 AND ${askedForSql('wanted.id')} AND ${appliesSql('r', 'p')}
  ORDER BY r.sort_order, r.id`);

/** A requirement that was asked for at the first outcome. */
export interface FrozenRow extends RequirementRow {
  number: string;
  /** Whether it was deleted since. */
  isGone: boolean;
}

export const FROZEN = sql<[organizationId: Uuid, auditId: Uuid], FrozenRow>(`
  SELECT a.requirement_id AS "requirementId", a.number, a.name, a.level, a.wcag, r.id IS NULL AS "isGone"
  FROM audit_requirements a LEFT JOIN requirements r ON r.id = a.requirement_id
  WHERE a.organization_id = $1 AND a.audit_id = $2 ORDER BY a.position`);

/** `requirements` are `AskedRequirement`, in their order. */
export const FREEZE = sql<[organizationId: Uuid, auditId: Uuid, requirements: string]>(`
  INSERT INTO audit_requirements (organization_id, audit_id, requirement_id, position, number, name, level, wcag)
  SELECT $1::uuid, $2::uuid, (e ->> 'requirementId')::uuid, place, e ->> 'number', e ->> 'name', e ->> 'level',
    ARRAY(SELECT json_array_elements_text(e -> 'wcag'))
  FROM json_array_elements($3::json) WITH ORDINALITY AS asked(e, place)`);

export const THAW = sql<[organizationId: Uuid, auditId: Uuid]>(`
  DELETE FROM audit_requirements WHERE organization_id = $1 AND audit_id = $2`);

/** Keeps the verdicts of requirements, by two lists of equal length. */
export const KEEP_VERDICTS = sql<
  [organizationId: Uuid, auditId: Uuid, requirementIds: readonly Uuid[], verdicts: readonly Outcome[]]
>(`
  UPDATE audit_requirements r SET verdict = said.verdict
  FROM unnest($3::uuid[], $4::text[]) AS said(requirement_id, verdict)
  WHERE r.organization_id = $1 AND r.audit_id = $2 AND r.requirement_id = said.requirement_id`);
