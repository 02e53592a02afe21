import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import { counted } from '#libs/telemetry';
import type { ClientConfig, QueryResult } from 'pg';
import { type PlanMode, planModeNow } from './plan-mode.js';
import { type Description, type Done, PreparedQuery } from './prepared-query.js';
import { beginStatement, endStatement, nameOfStatement, type StatementName } from './statement-span.js';
import { WatchdogClient } from './watchdog-client.js';

// A text that was used this often is a fixed statement of ours, worth preparing on each connection.
const MIN_USES = 3;
// Statements with lists of varying lengths have unlimited texts, so the number of prepared ones is limited.
const MAX_PREPARED = 300;

/** What is known of a text that was sent. */
interface Sent {
  kind: string;
  times: number;
  /** The name of its prepared statement. */
  name?: string;
  /** What its spans are named after, once there was one. */
  inSpans?: StatementName;
}

const sent = new Map<string, Sent>();
let prepared = 0;
/** Whether Citus spreads the database at an address. It is asked for once, since it is set up while the service stands. */
const citusAt = new Map<string, boolean>();

function sentText(text: string): Sent {
  const known = sent.get(text);
  if (known) return known;
  if (sent.size > 10 * MAX_PREPARED) for (const [other, { name }] of sent) if (!name) sent.delete(other);
  const added = { kind: kindOf(text), times: 0 };
  sent.set(text, added);
  return added;
}

/** The name of the prepared statement for this text; undefined if it is not prepared. */
function statementNameOf(text: string, known: Sent): string | undefined {
  if (known.name || prepared >= MAX_PREPARED) return known.name;
  known.times += 1;
  if (known.times < MIN_USES) return undefined;
  prepared += 1;
  known.name = createHash('sha256').update(text).digest('base64url').slice(0, 32);
  return known.name;
}

const BEGIN = 'START TRANSACTION';

const statements = counted(
  'curbcut_database_statements_total',
  'Statements sent to the database, by their first word.',
  ['kind'],
);
const KINDS = new Set(['SELECT', 'WITH', 'INSERT', 'UPDATE', 'DELETE', 'START', 'COMMIT', 'ROLLBACK']);

function kindOf(text: string): string {
  const kind = (/^(?:\s|\/\*[^]*?\*\/)*([A-Za-z]+)/.exec(text)?.[1] ?? '').toUpperCase();
  return KINDS.has(kind) ? kind.toLowerCase() : 'other';
}

/**
 * A connection that prepares frequent statements, because planning large ones takes longer than running them. Only
 * texts with parameters; transaction control and migrations are not prepared. The beginning of a transaction goes with
 * its first statement, in one round trip and mostly one write.
 */
export class PreparedStatementClient extends WatchdogClient {
  private readonly names: boolean;
  /** How this connection plans statements; undefined where that is not known. */
  private planMode: PlanMode | undefined;
  /** Behind a pooler any of its connections answers, and one of another time may describe otherwise. */
  private readonly described: Map<string, Description> | undefined;

  /**
   * @param config `namesStatements`, behind a pooler: false where what is prepared is not there for the next statement
   */
  constructor(config: ClientConfig & { namesStatements?: boolean } = {}) {
    super(config);
    this.names = config.namesStatements ?? true;
    this.described = config.namesStatements === undefined ? new Map() : undefined;
  }

  override query(...call: never[]): never {
    const [text] = call as unknown[];
    const known = typeof text === 'string' ? sentText(text) : undefined;
    statements.inc({ kind: known?.kind ?? 'other' });
    // What a transaction has set ends with it.
    if (known?.kind === 'rollback') this.planMode = undefined;
    // Nobody waits for it, so its time is that of the next statement.
    if (text === BEGIN) return this.begin() as never;
    const span = known && beginStatement(() => (known.inSpans ??= nameOfStatement(text as string)), this);
    const answer: unknown = this.send(call, known);
    if (span && answer instanceof Promise) endStatement(span, answer);
    return answer as never;
  }

  private send(call: never[], known: Sent | undefined): never {
    const [text, values, callback] = call as unknown[] as [text?: unknown, values?: unknown, callback?: Done];
    if (!known || !Array.isArray(values) || values.length === 0) return super.query(...call);
    const name = this.names ? statementNameOf(text as string, known) : undefined;
    this.plan(name === undefined ? 'auto' : planModeNow());
    if (name === undefined) return super.query(...call);
    const run = (done: Done): never =>
      super.query(new PreparedQuery(name, [text as string, values as unknown[]], this.described, done) as never);
    if (callback) return run(callback);
    return new Promise((resolve, reject) => {
      run((error, result) => (error ? reject(error) : resolve(result)));
    }) as never;
  }

  /** Sets how the next statements are planned. Nothing waits for the answer, since it changes only their speed. */
  private plan(mode: PlanMode): void {
    if (this.planMode === mode || !this.canKeepPlans()) return;
    this.planMode = mode;
    const set = super.query(`SET plan_cache_mode = ${mode}` as never) as Promise<unknown>;
    set.catch(() => (this.planMode = undefined));
  }

  /** Whether one plan may serve all values. A pooler loses the setting, and Citus needs the values of joins. */
  private canKeepPlans(): boolean {
    if (this.described === undefined) return false;
    const known = citusAt.get(this.address);
    if (known !== undefined) return !known;
    const asked = super.query(`SELECT FROM pg_extension WHERE extname = 'citus'` as never) as Promise<QueryResult>;
    asked.then(
      ({ rowCount }) => citusAt.set(this.address, rowCount !== 0),
      () => {},
    );
    return false;
  }

  /**
   * Nobody waits for the answer. Were it an error, the connection would end: what follows must not be kept without a
   * transaction.
   */
  private async begin(): Promise<object> {
    const { stream } = (this as unknown as { connection: { stream: Socket } }).connection;
    stream.cork();
    process.nextTick(() => stream.uncork());
    const begun: Promise<unknown> = super.query(BEGIN as never);
    begun.catch(() => this.closeConnection());
    return { rows: [] };
  }
}
