import { createHash } from 'node:crypto';
import { PatientClient } from './patient-client.js';

// A text that has come this often is one of our own fixed statements, worth keeping a plan for on each connection.
const OFTEN = 3;
// Lists of many lengths make texts without end: what is not prepared by now is planned each time.
const MOST = 300;

const seen = new Map<string, number>();
const names = new Map<string, string>();

/** The name under which connections prepare this text; undefined where that is not worth its memory. */
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known || names.size >= MOST) return known;
  const times = (seen.get(text) ?? 0) + 1;
  if (times < OFTEN) {
    if (seen.size > 10 * MOST) seen.clear();
    seen.set(text, times);
    return undefined;
  }
  seen.delete(text);
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 32);
  names.set(text, name);
  return name;
}

/**
 * A connection that prepares the statements that come again and again: planning the great ones costs more than running
 * them. Only texts with parameters; transaction control and migrations go as they are.
 */
export class PreparingClient extends PatientClient {
  override query(...call: never[]): never {
    const [text, values, ...rest] = call as unknown[];
    const name = typeof text === 'string' && Array.isArray(values) && values.length > 0 ? nameOf(text) : undefined;
    return super.query(...((name ? [{ name, text, values }, ...rest] : call) as never[]));
  }
}
