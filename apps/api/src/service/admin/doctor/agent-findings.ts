import { query } from '#libs/database';
import type { DataSource } from 'typeorm';
import { COUNT_AGENTS, COUNT_SCHEDULED } from '../../../integrations/monitors/agents/agents.sql.js';
import { type CheckResult, note, right, wrong } from './check-result.js';

/** Whether an agent is there for monitors. */
export async function agentFindings(database: DataSource): Promise<CheckResult[]> {
  const [agents] = await query(database, COUNT_AGENTS, []);
  if (agents!.recent > 0) return [right('agents', `${agents!.recent} of ${agents!.all} are active`)];
  const [scheduled] = await query(database, COUNT_SCHEDULED, []);
  const none = agents!.all === 0 ? 'there is none' : `none of ${agents!.all} has requested work within three minutes`;
  return scheduled!.count > 0
    ? [wrong('agents', `${none}, but ${scheduled!.count} monitors are waiting: start an agent (docs/agents.md)`)]
    : [note('agents', `${none}: monitors require an agent (docs/agents.md)`)];
}
