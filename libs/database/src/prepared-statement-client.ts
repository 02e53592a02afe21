import { createHash } from 'node:crypto';
import { WatchdogClient } from './watchdog-client.js';

// A text that has come this often is one of our own fixed statements, worth keeping a plan for on each connection.
const MIN_USES = 3;
// Lists of many lengths make texts without end: what is not prepared by now is planned each time.
const MAX_PREPARED = 300;

const useCounts = new Map<string, number>();
const statementNames = new Map<string, string>();

/** The name under which connections prepare this text; undefined where that is not worth its memory. */
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

/**
 * A connection that prepares the statements that come again and again: planning the great ones costs more than running
 * them. Only texts with parameters; transaction control and migrations go as they are.
 */
export class PreparedStatementClient extends WatchdogClient {
  override query(...call: never[]): never {
    const [text, values, ...rest] = call as unknown[];
    const name =
      typeof text === 'string' && Array.isArray(values) && values.length > 0 ? statementNameOf(text) : undefined;
    return super.query(...((name ? [{ name, text, values }, ...rest] : call) as never[]));
  }
}
