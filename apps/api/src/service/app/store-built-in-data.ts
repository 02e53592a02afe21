import { createHash } from 'node:crypto';
import { isUnavailable, query } from '#libs/database';
import type { DataSource } from 'typeorm';
import { BUILT_IN_STANDARDS } from '../../standards/catalogue/built-in.js';
import { backfillIssuers } from '../../accounts/identity/provider/issuers.js';
import { seedStandards } from '../../standards/standards/seed-standards.js';
import { FUNCTIONAL_NEEDS } from '../../standards/taxonomy/built-in-needs.js';
import { seedFunctionalNeeds } from '../../standards/taxonomy/seed-functional-needs.js';
import { BUILT_IN_STATE, NOTE_BUILT_IN, NOTE_ISSUER } from '../../platform/work/service-state.sql.js';

const digest = (): string =>
  createHash('sha256')
    .update(JSON.stringify([FUNCTIONAL_NEEDS, BUILT_IN_STANDARDS]))
    .digest('hex');

/**
 * Puts the built-in data in place, or corrects them, and names the provider of accounts that lack one; writes nothing
 * where the last start has done the same. Idempotent.
 * @returns what waits because a machine behind the database cannot be reached
 */
export async function storeBuiltInData(
  database: DataSource,
  issuer: string | undefined,
  log: (line: string) => void,
): Promise<string[]> {
  const [state] = await query(database, BUILT_IN_STATE, []);
  const builtIn = digest();
  const waiting: string[] = [];
  if (state!.builtInDigest !== builtIn)
    await unlessUnavailable('built-in data', waiting, () =>
      database.transaction(async (tx) => {
        await seedFunctionalNeeds(tx);
        await seedStandards(tx);
        await query(tx, NOTE_BUILT_IN, [builtIn]);
      }),
    );
  if (state!.issuer !== (issuer ?? '')) {
    const count = await backfillIssuers(database.manager, issuer);
    await query(database, NOTE_ISSUER, [issuer ?? '']);
    if (count > 0)
      log(
        `${count} accounts of a former provider ${issuer ? `now belong to ${issuer}` : 'cannot sign in any more, because OIDC_ISSUER is not set'}`,
      );
  }
  return waiting;
}

/** What cannot be written while a machine is away waits; the rest of the service need not. */
async function unlessUnavailable(task: string, waiting: string[], work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    waiting.push(task);
  }
}
