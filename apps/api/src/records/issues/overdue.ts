import { clock } from '#libs/clock';
import type { Issue } from './issue.entity.js';

/** Whether an issue is still open after its date. */
export const overdue = ({ state, dueAt }: Pick<Issue, 'state' | 'dueAt'>, now = clock.now()): boolean =>
  state === 'open' && dueAt !== null && dueAt < now;

/**
 * The same in SQL, never null.
 * @param issue the alias of a row of `issues`
 */
export const isOverdue = (issue: string, now = 'now()'): string =>
  `${issue}.state = 'open' AND ${issue}.due_at IS NOT NULL AND ${issue}.due_at < ${now}`;
