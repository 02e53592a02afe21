import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import { counted } from '#libs/metrics';
import type { ClientConfig } from 'pg';
import { WatchdogClient } from './watchdog-client.js';

// A text that was used this often is a fixed statement of ours, worth preparing on each connection.
const MIN_USES = 3;
// Statements with lists of varying lengths have unlimited texts, so the number of prepared ones is limited.
const MAX_PREPARED = 300;

const useCounts = new Map<string, number>();
const statementNames = new Map<string, string>();

/** The name of the prepared statement for this text; undefined if it is not prepared. */
function statementNameOf(text: string): string | undefined {
  const known = statementNames.get(text);
  if (known || statementNames.size >= MAX_PREPARED) return known;
  const times = (useCounts.get(text) ?? 0) + 1;
  if (times < MIN_USES) {
    if (useCounts.size > 10 * MAX_PREPARED) useCounts.clear();
    useCounts.set(text, times);
    return undefined;
  }
  useCounts.delete(text);
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 32);
  statementNames.set(text, name);
  return name;
}

const BEGIN = 'START TRANSACTION';

const statements = counted(
  'curbcut_database_statements_total',
  'Statements sent to the database, by their first word.',
  ['kind'],
);
const KINDS = new Set(['SELECT', 'WITH', 'INSERT', 'UPDATE', 'DELETE', 'START', 'COMMIT', 'ROLLBACK']);

function countStatement(text: unknown): void {
  const word = typeof text === 'string' ? (/^(?:\s|\/\*[^]*?\*\/)*([A-Za-z]+)/.exec(text)?.[1] ?? '') : '';
  const kind = word.toUpperCase();
  statements.inc({ kind: KINDS.has(kind) ? kind.toLowerCase() : 'other' });
}

/**
 * A connection that prepares frequent statements, because planning large ones takes longer than running them. Only
 * texts with parameters; transaction control and migrations are not prepared. The beginning of a transaction goes with its first
 * statement, in one round trip and mostly one write.
 */
export class PreparedStatementClient extends WatchdogClient {
  private readonly names: boolean;

  /** @param config `namesStatements`: false where what is prepared is not there for the next statement, as behind a pooler */
  constructor(config: ClientConfig & { namesStatements?: boolean } = {}) {
    super(config);
    this.names = config.namesStatements ?? true;
  }

  override query(...call: never[]): never {
    const [text, values, ...rest] = call as unknown[];
    countStatement(text);
    if (text === BEGIN) return this.begin() as never;
    const name =
      this.names && typeof text === 'string' && Array.isArray(values) && values.length > 0
        ? statementNameOf(text)
        : undefined;
    return super.query(...((name ? [{ name, text, values }, ...rest] : call) as never[]));
  }

  /** Nobody waits for the answer. Were it an error, the connection would end: what follows must not be kept without a transaction. */
  private async begin(): Promise<object> {
    const { stream } = (this as unknown as { connection: { stream: Socket } }).connection;
    stream.cork();
    process.nextTick(() => stream.uncork());
    const begun: Promise<unknown> = super.query(BEGIN as never);
    begun.catch(() => this.closeConnection());
    return { rows: [] };
  }
}
