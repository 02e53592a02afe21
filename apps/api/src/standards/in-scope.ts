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

/**
 * Whether a level asks for a requirement: all are asked for where there is no level, those without one always, and those of lower levels
 * where the standard is cumulative.
 */
export function isInScope(
  { cumulative, levels }: Leveled,
  levelId: string | null,
  requirement: { levelId: string | null },
): boolean {
  if (levelId === null || requirement.levelId === null || requirement.levelId === levelId) return true;
  return cumulative && rankOf(levels, requirement.levelId) <= rankOf(levels, levelId);
}

/**
 * The same rule in SQL: of `requirements r` those that the level `wanted` asks for, a column that may be null. The statement joins their
 * `standards standard`, and `standard_levels` as `own` and as `wanted`, which may be missing.
 */
export const inScopeSql = (wanted: string): string =>
  `(${wanted} IS NULL OR r.level_id IS NULL OR r.level_id = ${wanted} OR (standard.cumulative AND own.sort_order <= wanted.sort_order))`;

/** Whether an evaluation of one level says all that another asks for; null is the whole standard. */
export function coversLevel({ cumulative, levels }: Leveled, evaluated: string | null, asked: string | null): boolean {
  if (evaluated === null || evaluated === asked) return true;
  return asked !== null && cumulative && rankOf(levels, evaluated) >= rankOf(levels, asked);
}

// No comparison holds of a level that there is not, as in SQL.
const rankOf = (levels: Leveled['levels'], id: string): number =>
  levels.find((level) => level.id === id)?.sortOrder ?? NaN;
