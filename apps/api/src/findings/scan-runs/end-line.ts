import { query } from '#libs/database';
import type { EventDraft } from '../../platform/events/event-draft.js';
import { MAX_IDS_IN_EVENT } from '../triage/distinct-finding.js';
import { countResolved } from '../triage/finding-days.js';
import { endLine, shownAt } from '../triage/finding-state.js';
import { hasOnlyEndedLines, isTouched, type StoredFinding, rowOf, stateOf } from '../triage/stored-findings.js';
import { deleteFindings, storeRows } from '../triage/store-findings.js';
import type { ProductKey } from '../../products/products/product-key.js';
import { undoLock } from '../../products/products/product-records.js';
import { countFindings } from '../../products/products/record-totals.js';
import type { ChangeContext } from '../../platform/work/change-context.js';
import { END, type EndedLine } from './lines.sql.js';

/**
 * Ends lines of a product, those that have not ended: what is present only in them is resolved, and proposed findings
 * go that no line that goes on has reported, unless somebody has triaged or edited them. Each that ends is an event. An
 * archived product is no obstacle. Three statements, after one that holds runs and people back.
 */
export async function endLines(
  change: ChangeContext,
  organizationId: string,
  productId: string,
  lineIds: readonly string[],
): Promise<void> {
  const product = { organizationId, id: productId };
  await change.lock(undoLock(product));
  const [row] = await query(change.tx, END, [organizationId, productId, lineIds]);
  const { ended, streaks, findings, ...ending } = row!.ending;
  if (ended.length === 0) return;
  const at = Date.parse(ending.endedAt);
  const known = new Map(streaks.map((streak) => [streak.number, streak]));
  const endedNumbers = new Set(ending.endedNumbers);
  const gone: StoredFinding[] = [];
  const rows: object[] = [];
  const resolved = new Map(ended.map(({ number }) => [number, [] as string[]]));
  for (const finding of findings) {
    const state = stateOf(finding, known);
    if (!isTouched(finding) && hasOnlyEndedLines(state, state.seen.keys(), endedNumbers)) {
      gone.push(finding);
      continue;
    }
    for (const { number } of ended.filter((line) => state.present.has(line.number))) {
      const before = shownAt(state, at);
      endLine(state, number, at);
      const isResolved = before !== 'resolved' && shownAt(state, at) === 'resolved';
      if (isResolved && state.landed && !finding.needsReview) resolved.get(number)!.push(finding.id);
    }
    keepOneOfEnded(state.seen, endedNumbers);
    const kept = finding.streaks.filter((number) => !endedNumbers.has(known.get(number)!.line));
    rows.push({ id: finding.id, ...rowOf(finding, state, known, kept) });
  }
  await storeRows(change, organizationId, rows);
  await deleteFindings(
    change,
    organizationId,
    gone.map(({ id }) => id),
  );
  countFindings(change, product, gone, -1);
  for (const line of ended) change.record(eventOf(product, line, resolved.get(line.number)!));
  const all = [...resolved.values()].reduce((total, { length }) => total + length, 0);
  countResolved(change, organizationId, productId, all);
  change.regradeAfterwards(product);
}

/**
 * Of all lines that have ended one sighting stays, which tells that there was one: a product has as many as it had pull
 * requests.
 */
function keepOneOfEnded(seen: Map<number, number>, ended: ReadonlySet<number>): void {
  const [, ...others] = [...seen.keys()].filter((line) => ended.has(line));
  for (const line of others) seen.delete(line);
}

function eventOf({ organizationId, id: productId }: ProductKey, line: EndedLine, resolved: string[]): EventDraft {
  const { id, kind, name, tool } = line;
  const ids = resolved.sort().slice(0, MAX_IDS_IN_EVENT);
  return {
    organizationId,
    productId,
    type: 'line.ended',
    subject: { id, title: name },
    changes: [
      { field: 'line', from: null, to: { kind, name, tool } },
      ...(resolved.length > 0 ? [{ field: 'resolved', from: null, to: { count: resolved.length, ids } }] : []),
    ],
  };
}
