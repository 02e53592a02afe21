/** A stored level. */
export interface Level {
  id: string;
  name: string;
  description: string | null;
}

/** A level as a request names it: by its id, or by its name. */
export interface LevelDraft {
  id?: string;
  name: string;
  description?: string | null;
}

/**
 * Which level each draft keeps, in their order: the one with its id, else one of the same name that no other draft
 * keeps, else none. Levels keep their identity, so that what refers to them stays.
 */
export function keptLevels(levels: readonly Level[], drafts: readonly LevelDraft[]): (Level | undefined)[] {
  const free = new Map(levels.map((level) => [level.id, level]));
  const byId = drafts.map(({ id }) => {
    const level = id === undefined ? undefined : free.get(id.toLowerCase());
    if (level) free.delete(level.id);
    return level;
  });
  return drafts.map(({ id, name }, index) => {
    if (id !== undefined) return byId[index];
    const level = [...free.values()].find((candidate) => candidate.name === name);
    if (level) free.delete(level.id);
    return level;
  });
}
