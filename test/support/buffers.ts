import type { Client } from 'pg';
import { PreparedStatementClient } from '../../libs/database/src/prepared-statement-client.js';

/** One run of a statement, also of those that PostgreSQL runs for references. */
export interface StatementRun {
  text: string;
  /** Pages of tables and indexes that it read, each as often as it did. */
  buffers: number;
  /**
   * Rows that the parts of its plan handed on or dropped, each as often as it did: what reads no page takes time too.
   */
  rows: number;
  /** Tables that it read from one end to the other. */
  readWhole: string[];
}

type PlanFigure =
  | 'Shared Hit Blocks'
  | 'Shared Read Blocks'
  | 'Actual Rows'
  | 'Actual Loops'
  | 'Rows Removed by Filter'
  | 'Rows Removed by Join Filter';

interface Plan extends Partial<Record<PlanFigure, number>> {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: Plan[];
}

interface Explained {
  'Query Text': string;
  Plan: Plan;
}

function rowsOf({ Plans: parts = [], ...part }: Plan): number {
  const [dropped = 0, unjoined = 0] = [part['Rows Removed by Filter'], part['Rows Removed by Join Filter']];
  const own = ((part['Actual Rows'] ?? 0) + dropped + unjoined) * (part['Actual Loops'] ?? 0);
  return parts.reduce((sum, one) => sum + rowsOf(one), own);
}

const tablesReadWhole = ({ Plans: parts = [], ...part }: Plan): string[] => [
  ...(part['Node Type'] === 'Seq Scan' && part['Relation Name'] ? [part['Relation Name']] : []),
  ...parts.flatMap(tablesReadWhole),
];

const EXPLAIN_ALL = `
  LOAD 'auto_explain';
  SET auto_explain.log_min_duration = 0; SET auto_explain.log_analyze = on; SET auto_explain.log_buffers = on;
  SET auto_explain.log_timing = off; SET auto_explain.log_nested_statements = on; SET auto_explain.log_format = json;
  SET auto_explain.log_level = notice`;
const EXPLAIN_NONE = 'SET auto_explain.log_min_duration = -1';

/** The statements that services of this process ran meanwhile, those that read most first. */
export async function runsOf(act: () => PromiseLike<unknown>): Promise<StatementRun[]> {
  const runs: StatementRun[] = [];
  const hear = ({ message = '' }: { message?: string }): void => {
    const [, explained] = /^duration: .* plan:\n(.*)$/s.exec(message) ?? [];
    if (!explained) return;
    const { 'Query Text': text, Plan: plan } = JSON.parse(explained) as Explained;
    const buffers = (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
    runs.push({ text, buffers, rows: rowsOf(plan), readWhole: tablesReadWhole(plan) });
  };
  const { query } = PreparedStatementClient.prototype;
  const explaining = new Map<Client, Promise<unknown>>();
  PreparedStatementClient.prototype.query = function (this: Client, ...call: never[]): never {
    if (!explaining.has(this)) {
      this.on('notice', hear);
      explaining.set(this, query.call(this, EXPLAIN_ALL as never));
    }
    return query.apply(this, call);
  };
  try {
    await act();
    await Promise.all(explaining.values());
  } finally {
    PreparedStatementClient.prototype.query = query;
    for (const client of explaining.keys()) {
      client.off('notice', hear);
      // The pool has ended those that it needs no more.
      await client.query(EXPLAIN_NONE).catch(() => undefined);
    }
  }
  return runs.sort((one, other) => other.buffers - one.buffers);
}
