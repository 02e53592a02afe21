/** What is said, by the requirement that it is said of. */
export function byRequirement<T extends { requirementId: string }>(said: readonly T[]): Map<string, T[]> {
  const found = new Map<string, T[]>();
  for (const verdict of said) found.set(verdict.requirementId, [...(found.get(verdict.requirementId) ?? []), verdict]);
  return found;
}
