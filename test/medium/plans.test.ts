import { withinTime } from '#libs/database';
import { asRequest, asService } from '#libs/logging';
import type { EntityManager } from 'typeorm';
import { eventually } from '../support/eventually.js';
import { asTest } from '../support/organization-check.js';
import { useService } from '../support/service.js';

const service = useService({ LOG_LEVEL: 'silent' });

/** How the connection plans a statement that it has prepared: it does so with the third use. */
async function planMode(manager: EntityManager): Promise<string> {
  const text = `SELECT current_setting('plan_cache_mode') AS mode WHERE $1`;
  const modes: string[] = [];
  for (let use = 0; use < 4; use += 1) {
    const [row] = await manager.query<{ mode: string }[]>(text, [true]);
    modes.push(row!.mode);
  }
  return modes.at(-1)!;
}

/** As a request, in one transaction, so that one connection answers. */
const ofRequest = (): Promise<string> =>
  asTest(() => asRequest('plans', () => service.database.transaction((tx) => planMode(tx))));

// The first statements are planned for their values, until it is known whether Citus is there.
beforeAll(() => eventually(ofRequest, (mode) => mode === 'force_generic_plan'));

test('a statement of a request keeps one plan for all values', async () => {
  expect(await ofRequest()).toBe('force_generic_plan');
});

test('a search is planned for its text', async () => {
  const search = () => withinTime(service.database.manager, 2_000, (tx) => planMode(tx));
  expect(await asTest(() => asRequest('plans', search))).toBe('auto');
});

test('a job is planned for its values, also on a connection that a request has used', async () => {
  const { database } = service;
  const modes = await asTest(() =>
    database.transaction(async (tx) => [
      await asRequest('plans', () => planMode(tx)),
      await asService(() => planMode(tx)),
      await asRequest('plans', () => planMode(tx)),
    ]),
  );
  expect(modes).toEqual(['force_generic_plan', 'auto', 'force_generic_plan']);
});

test('what a transaction has set does not outlast its end', async () => {
  const runner = service.database.createQueryRunner();
  const ask = () => asRequest('plans', () => planMode(runner.manager));
  try {
    await asTest(async () => {
      await asService(() => planMode(runner.manager));
      await runner.startTransaction();
      expect(await ask()).toBe('force_generic_plan');
      await runner.rollbackTransaction();
      expect(await ask()).toBe('force_generic_plan');
    });
  } finally {
    await runner.release();
  }
});
