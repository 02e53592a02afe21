import { LEVEL_A } from '../catalogue/level-a.js';
import { type Applicant, appliesTo, type AppliesTo } from '../catalogue/applies-to.js';
import { named } from '#libs/fields';

/** A level of a standard; the lowest has the least. */
export interface RankedLevel {
  id: string;
  sortOrder: number;
}

/** What of a standard decides which requirements a level asks for. */
interface Leveled {
  /** Whether a level asks for what lower ones ask for. */
  cumulative: boolean;
  levels: readonly RankedLevel[];
}

/** What of a requirement decides whether a product needs it. */
interface Scoped {
  id: string;
  levelId: string | null;
  appliesTo: AppliesTo | null;
}

export const SCOPE_REASONS = named(
  'ScopeReason',
  ['level', 'does_not_apply', 'drawn_in'],
  'The reason why a requirement is out of scope (not required by the level, or not applicable to the product), or in scope (added for the product).',
);
export type ScopeReason = (typeof SCOPE_REASONS)[number];

/**
 * Whether a requirement is in scope of a product: its level asks for it, and it applies to the product, or the product
 * draws it in.
 * @returns `why` is null where nothing but the level and the product put it in scope
 */
export function scopeOf(
  standard: Leveled,
  levelId: string | null,
  applicant: Applicant,
  requirement: Scoped,
): { inScope: boolean; why: ScopeReason | null } {
  if (!isRequiredAt(standard, levelId, requirement)) return { inScope: false, why: 'level' };
  if (appliesTo(requirement.appliesTo, applicant)) return { inScope: true, why: null };
  const isDrawnIn = applicant.drawnIn.includes(requirement.id);
  return { inScope: isDrawnIn, why: isDrawnIn ? 'drawn_in' : 'does_not_apply' };
}

/**
 * Whether a level asks for a requirement: all are asked for where there is no level, those without one always, and
 * those of lower levels where the standard is cumulative.
 */
export function isRequiredAt(
  { cumulative, levels }: Leveled,
  levelId: string | null,
  requirement: { levelId: string | null },
): boolean {
  if (levelId === null || requirement.levelId === null || requirement.levelId === levelId) return true;
  return cumulative && rankOf(levels, requirement.levelId) <= rankOf(levels, levelId);
}

/**
 * SQL: what `isRequiredAt` decides: of `requirements r` those that the level `wanted` asks for, a column that may be null.
 * The statement joins their `standards standard`, and `standard_levels` as `own` and as `wanted`, which may be missing.
 */
export const askedForSql = (wanted: string): string =>
  `(${wanted} IS NULL OR r.level_id IS NULL OR r.level_id = ${wanted} OR (standard.cumulative AND own.sort_order <= wanted.sort_order))`;

/**
 * SQL: whether the requirement `r` applies to the product `p` or is drawn in by it, as `scopeOf` has it; `p` has
 * `type`, `features` and `drawn_in`.
 */
export const appliesSql = (r: string, p: string): string => `(${r}.applies_to IS NULL OR ${r}.id = ANY (${p}.drawn_in)
    OR (${r}.applies_to -> 'types' ? ${p}.type::text OR ${r}.applies_to -> 'features' ?| ${p}.features)
      AND to_jsonb(${p}.features) @> (${r}.applies_to -> 'with'))`;

/** Whether an evaluation of one level says all that another asks for; null is the whole standard. */
export function coversLevel(
  { cumulative, levels }: Leveled,
  evaluated: string | null,
  required: string | null,
): boolean {
  if (evaluated === null || evaluated === required) return true;
  return required !== null && cumulative && rankOf(levels, evaluated) >= rankOf(levels, required);
}

// No comparison holds of a level that there is not, as in SQL.
const rankOf = (levels: Leveled['levels'], id: string): number =>
  levels.find((level) => level.id === id)?.sortOrder ?? NaN;

/**
 * SQL: whether the requirement `r` is basic: it cites a criterion of Level A, or none and has the lowest level of a
 * cumulative standard that has several. The statement joins its `standards standard`, and its level as `own`, which may
 * be missing.
 */
export const IS_BASIC = `CASE WHEN r.wcag <> '{}' THEN r.wcag && '{${LEVEL_A.join(',')}}'
      ELSE standard.cumulative AND coalesce(own.sort_order < (SELECT max(sort_order) FROM standard_levels WHERE standard_id = r.standard_id)
        AND own.sort_order = (SELECT min(sort_order) FROM standard_levels WHERE standard_id = r.standard_id), false) END`;
