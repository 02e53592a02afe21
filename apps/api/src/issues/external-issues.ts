import type { EntityManager } from 'typeorm';
import { record } from '../events/record.js';
import { regradeAll } from '../grading/regrade.js';
import { Issue, type IssueState } from './issue.entity.js';
import { about } from './issues.service.js';
import { transition } from './transition.js';

/** Closes or reopens what stands for this issue of an external tracker, wherever it is tracked; answers how many moved. */
export async function moveExternalIssues(tx: EntityManager, sourceUrl: string, state: IssueState): Promise<number> {
  const found = await tx.find(Issue, {
    where: { source: 'external', sourceUrl },
    order: { id: 'ASC' },
    lock: { mode: 'pessimistic_write' },
  });
  const moved = found.filter((issue) => issue.state !== state);
  for (const issue of moved) {
    await tx.update(Issue, { id: issue.id }, transition(issue, state, new Date()));
    const changes = [{ field: 'state', from: issue.state, to: state }];
    await record(tx, { ...about(issue), type: 'issue.updated', changes });
  }
  await regradeAll(tx, [...new Set(moved.map(({ productId }) => productId))]);
  return moved.length;
}
