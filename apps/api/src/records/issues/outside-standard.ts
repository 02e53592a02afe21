import { orBuiltIn } from '../../standards/catalogue/built-in.js';
import { type ConformanceSettings, effectiveConformance } from '../../standards/catalogue/conformance.js';
import { lacksCriteria } from '../../standards/catalogue/requirements-of-criteria.js';
import type { Detail } from '../../platform/lists/details.js';
import type { Requirement } from '../../standards/standards/requirement.entity.js';

type Linked = Pick<Requirement, 'standardId' | 'wcag'>;

/** Whether an issue fails only what the standard in force does not have. */
export const isLinkedOutside = (standardId: string, linked: readonly Linked[]): boolean =>
  linked.length > 0 &&
  linked.every((one) => one.standardId !== standardId && one.wcag.length > 0 && lacksCriteria(standardId, one.wcag));

/** The same of an issue that is read alone. */
export const OUTSIDE_STANDARD: Detail<boolean> = {
  sql: `SELECT json_build_object(
      'product', json_build_object('standardId', p.standard_id), 'organization', json_build_object('standardId', o.standard_id),
      'linked', (SELECT coalesce(json_agg(json_build_object('standardId', r.standard_id, 'wcag', r.wcag)), '[]')
        FROM issue_requirements l JOIN requirements r ON r.id = l.requirement_id WHERE l.organization_id = $1 AND l.issue_id = record.id))
    FROM products p JOIN organizations o ON o.id = p.organization_id WHERE p.organization_id = $1 AND p.id = record.product_id`,
  read: ({
    product,
    organization,
    linked,
  }: Record<'product' | 'organization', ConformanceSettings> & { linked: Linked[] }) =>
    isLinkedOutside(orBuiltIn(effectiveConformance(product, organization)).standardId, linked),
};
