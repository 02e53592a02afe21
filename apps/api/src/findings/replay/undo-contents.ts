import { query } from '#libs/database';
import type { EntityManager } from 'typeorm';
import type { ProductKey } from '../../products/products/product-key.js';
import { type ContentsOfFacts } from '../scan-runs/contents-of-facts.js';
import { contentsJson, EMPTY, keptContent } from '../scan-runs/line-content.js';
import type { Facts } from '../scan-runs/run-facts.sql.js';
import { noteContents } from '../../records/test-activities/note-contents.js';
import { RESTORE_CONTENTS } from './replay.sql.js';

/** Stores what lines have, and had after each run, where an undo changes it. Two statements. */
export async function undoContents(
  tx: EntityManager,
  { organizationId, id: productId }: ProductKey,
  remaining: Facts,
  { before, after }: { before: ContentsOfFacts; after: ContentsOfFacts },
): Promise<void> {
  const living = remaining.lines.filter(({ endedAt }) => endedAt === null);
  const lines = living.flatMap(({ number }) => {
    const [was, is] = [before.ofLine.get(number), after.ofLine.get(number) ?? EMPTY];
    return JSON.stringify(was) === JSON.stringify(is) ? [] : [{ number, ...is }];
  });
  const runs = remaining.runs.flatMap(({ number, setId }) => {
    const [was, is] = [before, after].map(({ afterRun }) => keptContent(afterRun.get(number)!, setId));
    return was?.id === is?.id ? [] : [{ number, kept: is ?? null }];
  });
  const kept = new Map(runs.flatMap(({ kept: one }) => (one ? [[one.id, one] as const] : [])));
  const contents = [...kept.values()].map(({ id, sets, rest }) => ({ id, sets: `{${sets.join()}}`, rest }));
  await query(tx, RESTORE_CONTENTS, [organizationId, productId, contentsJson(lines), JSON.stringify(contents)]);
  const noted = runs.map(({ number, kept: one }) => ({ number, contentId: one?.id ?? null }));
  await noteContents(tx, { organizationId, id: productId }, noted);
}
