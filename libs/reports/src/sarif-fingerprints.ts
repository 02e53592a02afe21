import { createHash } from 'node:crypto';
import { entries, groupBy, text } from './json.js';
import type { Failure } from './report.js';

/** Values that tools write in place of a fingerprint. Semgrep does so without a sign-in. */
const PLACEHOLDERS = new Set(['requires login']);

/** A digest of all fingerprints of a result (§3.27.16); undefined if it has none. */
export function fingerprintOf(partial: unknown): string | undefined {
  const fingerprints = entries(partial).filter(([, value]) => {
    const written = text(value);
    return written !== undefined && !PLACEHOLDERS.has(written.toLowerCase());
  });
  if (fingerprints.length === 0) return undefined;
  const sorted = fingerprints.sort(([a], [b]) => (a < b ? -1 : 1));
  return `p1:${createHash('sha256').update(JSON.stringify(sorted)).digest('hex').slice(0, 32)}`;
}

/**
 * The same without fingerprints that results of one rule and page share at several places: these would take a new
 * barrier for one that is known elsewhere.
 */
export function withoutShared(failures: readonly Failure[]): Failure[] {
  const shared = new Set<string>();
  for (const [key, group] of groupBy(failures, keyOf)) if (new Set(group.map(placeOf)).size > 1) shared.add(key);
  return failures.map((failure) => (shared.has(keyOf(failure)) ? { ...failure, fingerprint: undefined } : failure));
}

const keyOf = ({ ruleId, page, fingerprint }: Failure): string => JSON.stringify([ruleId, page, fingerprint]);

const placeOf = ({ place, location, selector }: Failure): string =>
  JSON.stringify([place, location?.line, location?.column, selector]);
