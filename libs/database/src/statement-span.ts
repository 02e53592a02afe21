import { beginSpan, isRecording, type Span } from '#libs/telemetry';
import { sqlState } from './transaction.js';

/** What the span of a statement is named after: its first word, and `SELECT issues products`. */
export interface StatementName {
  operation: string;
  summary: string;
}

const COMMENT = /\/\*[^]*?\*\//g;
const FIRST_WORD = /^\s*([A-Za-z]+)/;
// Not `IS DISTINCT FROM i.title`, `FROM json_to_recordset(…)` nor `DO UPDATE SET`.
const TABLE =
  /\b(?<!DISTINCT )(?:FROM|JOIN|INTO|UPDATE) (?!SET\b)(?:ONLY )?"?([a-z_]\w*(?:\.[a-z_]\w*)?)\b"?(?![\w(.])/g;
const PART = /\b([a-z_]\w*)(?: ?\([^()]*\))? AS (?:(?:NOT )?MATERIALIZED )?\(/g;
const MAX_TABLES = 6;

/** What is done to which tables, without the parts of a WITH: few names, where texts are many and long. */
export function nameOfStatement(text: string): StatementName {
  const bare = text.replace(COMMENT, ' ').replace(/\s+/g, ' ');
  const operation = (FIRST_WORD.exec(bare)?.[1] ?? 'OTHER').toUpperCase();
  const parts = new Set([...bare.matchAll(PART)].map(([, name]) => name!));
  const tables = new Set([...bare.matchAll(TABLE)].map(([, name]) => name!).filter((name) => !parts.has(name)));
  return { operation, summary: [operation, ...[...tables].slice(0, MAX_TABLES)].join(' ') };
}

/**
 * Begins the span of a statement of the current request or job. Neither its text, which is long, nor its parameters,
 * which are personal, are in it.
 * @param name asked only where it is recorded
 */
export function beginStatement(
  name: () => StatementName,
  { host, port, database }: { host: string; port: number; database?: string },
): Span | undefined {
  if (!isRecording()) return undefined;
  const { operation, summary } = name();
  return beginSpan('client', summary, {
    'db.system.name': 'postgresql',
    'db.namespace': database,
    'db.operation.name': operation,
    'db.query.summary': summary,
    'server.address': host,
    'server.port': port,
  });
}

/** Ends the span with the answer, which goes on to whoever waits for it. */
export function endStatement(span: Span, answer: Promise<unknown>): void {
  answer.then(
    () => span.end(),
    (error: unknown) => {
      const state = sqlState(error);
      if (state) span.set({ 'db.response.status_code': state });
      span.fail(state ?? '_OTHER');
      span.end();
    },
  );
}
