import type { Account } from './accounts.js';
import { type Load, writing } from './loads.js';

/** Entries of the sample: as many as an audit may have. */
const ENTRIES = 500;
const OUTCOMES_AT_ONCE = 1_000;
const ADDRESSES_AT_ONCE = 10_000;

/** What takes many cells of an audit at once, in an audit of the account, the first unless said. */
export async function auditLoads({ organizations, token, ask }: Account, number = 1): Promise<Load[]> {
  const { url, product } = organizations[0]!;
  const audit = `${product.url}/audits/${number}`;
  const { standard } = await ask<{ standard: { id: string; levels: { id: string; name: string }[] } }>(
    'GET',
    `${url}/standards/wcag-2-2`,
  );
  await ask('PATCH', audit, {
    standardId: standard.id,
    conformanceLevel: standard.levels.find(({ name }) => name === 'AA')!.id,
  });
  const grid = await ask<{ requirements: { requirementId: string }[] }>('GET', `${audit}/outcomes?view=grid`);
  const asked = grid.requirements.map(({ requirementId }) => requirementId);
  await ask('POST', `${audit}/sample`, { name: 'Home', url: 'https://shop.example/' });
  await ask('POST', `${audit}/sample/draw`, {
    seed: 'seed',
    count: ENTRIES - 21,
    addresses: Array.from({ length: ENTRIES }, (_, index) => `https://shop.example/${index}`),
  });
  const largest = (method: string, path: string, operation: string, ...bodies: unknown[]): Load =>
    writing(
      operation,
      'largest',
      method,
      bodies.map((body) => ({ path: `${audit}/${path}`, token, body })),
    );
  const decided = (outcome: string) => ({
    outcomes: Array.from({ length: OUTCOMES_AT_ONCE }, (_, index) => ({
      requirementId: asked[index % asked.length]!,
      entry: 1 + Math.floor(index / asked.length),
      outcome,
      note: outcome.repeat(20),
    })),
  });
  const others = Array.from({ length: ENTRIES - 22 }, (_, index) => index + 3);
  return [
    largest('PATCH', 'outcomes', 'audits_decideOutcomes', decided('failed'), decided('passed')),
    // The two differ once each in some requirement, so that each copy changes cells.
    largest(
      'POST',
      'outcomes/copy',
      'audits_copyOutcomes',
      { fromEntry: 1, toEntries: others },
      { fromEntry: 2, toEntries: others },
    ),
    largest('POST', 'sample/draw', 'audits_drawSample', {
      seed: 'seed',
      count: 1,
      addresses: Array.from({ length: ADDRESSES_AT_ONCE }, (_, index) => `https://shop.example/other/${index}`),
    }),
  ];
}
