import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What axe-core found out about one page or component. */
export interface AxeResults {
  violations: { id: string; help?: string; nodes: { target: unknown }[] }[];
  [part: string]: unknown;
}

/**
 * Keeps a result as a file for `curbcut upload .curbcut`; the folder is that of `CURBCUT_REPORTS`, if it is set.
 * @param place which component it is about, where it has no address
 * @param name of the file: a test that is repeated overwrites what it kept before
 */
export function keepResults(
  results: AxeResults,
  { place, name }: { place?: string | undefined; name?: string } = {},
): void {
  const folder = process.env.CURBCUT_REPORTS ?? '.curbcut';
  // Most of a result, and nobody reads it.
  const { passes: _, inapplicable: __, ...kept } = results;
  mkdirSync(folder, { recursive: true });
  const text = JSON.stringify({ testEngine: { name: 'axe-core' }, ...kept, place });
  writeFileSync(join(folder, `axe-${name ?? randomUUID()}.json`), text);
}

/** What a failing matcher says: each rule with its elements. */
export function messageOf({ violations }: AxeResults): string {
  if (violations.length === 0) return 'Expected accessibility failures, but found none.';
  const rules = violations.map(({ id, help = '', nodes }) => {
    const elements = nodes.map(({ target }) => `    ${[target].flat(2).join(' ')}`);
    return [`  ${id}: ${help}`, ...elements].join('\n');
  });
  return `Found ${violations.length} ${violations.length === 1 ? 'rule that fails' : 'rules that fail'}:\n${rules.join('\n')}`;
}
