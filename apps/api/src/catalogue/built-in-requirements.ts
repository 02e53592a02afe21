import { BUILT_IN_STANDARDS } from './built-in.js';

/** By standard, the ids of the requirements that stand for a WCAG criterion. */
const BY_CRITERION = new Map(
  BUILT_IN_STANDARDS.map(({ id, requirements }) => {
    const ids = new Map<string, string[]>();
    for (const requirement of requirements)
      for (const criterion of [requirement.metadata['wcag'] ?? []].flat() as string[])
        ids.set(criterion, [...(ids.get(criterion) ?? []), requirement.id]);
    return [id, ids] as const;
  }),
);

/**
 * The ids of the requirements of a built-in standard that stand for one of these WCAG criteria: nobody changes these while the service runs, so that
 * they need not be looked up. Undefined for another standard.
 */
export function builtInRequirements(standardId: string, criteria: readonly string[]): string[] | undefined {
  const ids = BY_CRITERION.get(standardId);
  return ids && [...new Set(criteria.flatMap((criterion) => ids.get(criterion) ?? []))];
}
