/** A row as it stands in a list of groups. */
interface Row {
  id: string;
}

/** A group of a list, with its rows as far as they are shown. */
export interface ShownGroup<R extends Row> {
  key: string;
  rows: readonly R[];
}

/** The rows in the order in which one comes to them. */
export const inOrder = <R extends Row>(groups: readonly ShownGroup<R>[]): R[] =>
  groups.flatMap(({ rows }) => [...rows]);

/** The row that many steps from another; at the ends it stays. From nowhere the first. */
export function stepFrom<R extends Row>(rows: readonly R[], id: string | undefined, steps: number): R | undefined {
  const at = rows.findIndex((row) => row.id === id);
  if (at === -1) return rows[0];
  return rows[Math.min(rows.length - 1, Math.max(0, at + steps))];
}

/** Where one goes on when rows go away: to the first after them that stays, after the last to the one before. */
export function nextOf<R extends Row>(rows: readonly R[], gone: ReadonlySet<string>): R | undefined {
  const last = rows.findLastIndex((row) => gone.has(row.id));
  const stays = (row: R): boolean => !gone.has(row.id);
  return rows.slice(last + 1).find(stays) ?? rows.slice(0, Math.max(0, last)).findLast(stays);
}

/** Puts a row back where it was among those that are left. */
export function putBack<R extends Row>(rows: readonly R[], row: R, before: readonly R[]): R[] {
  if (rows.some(({ id }) => id === row.id)) return [...rows];
  const following = before.slice(before.findIndex(({ id }) => id === row.id) + 1).map(({ id }) => id);
  const at = rows.findIndex(({ id }) => following.includes(id));
  return at === -1 ? [...rows, row] : rows.toSpliced(at, 0, row);
}
