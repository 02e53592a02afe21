import { type Baseline, formerIn, OlderSchema } from '#libs/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { provideExtensions } from './extensions.js';
import { FORMER_MIGRATIONS } from './former.js';
import { CONFORMANCE } from './schema/conformance.js';
import { FINDINGS } from './schema/findings.js';
import { ISSUES } from './schema/issues.js';
import { ORGANIZATIONS } from './schema/organizations.js';
import { PEOPLE } from './schema/people.js';
import { PRODUCTS } from './schema/products.js';
import { RISKS } from './schema/risks.js';
import { SERVICE } from './schema/service.js';
import { TESTS } from './schema/tests.js';
import { WEBHOOKS } from './schema/webhooks.js';

/**
 * The schema of v0.1.0, to be read in the order of the parts. The comment above an index, or above several, says why it
 * is there.
 *
 * - Keys of organizations' data begin with the organization, and references name it, and the product where both rows
 *   have one: the database refuses a row that points into another organization or product.
 * - A foreign key ends the rows that refer to what goes, or refuses: who clears references does so in code
 *   (docs/decisions/0015-deletions.md).
 * - The order of indexes counts: where several cost the same, a planner without statistics takes the newest.
 * - `fillfactor` leaves room to change rows in place, where counts and locks are.
 *
 * A database of v0.1.0 has all of this from the former migrations. It is only noted there.
 */
export class Schema1770000000001 implements MigrationInterface, Baseline {
  readonly replaces = FORMER_MIGRATIONS;

  /** @throws OlderSchema where the database has some of what it replaces */
  async up(runner: QueryRunner): Promise<void> {
    const applied = (await runner.query('SELECT name FROM migrations')) as { name: string }[];
    const former = formerIn(
      applied.map(({ name }) => name),
      this.replaces,
    );
    if (former === 'some') throw new OlderSchema();
    if (former === 'all') return;
    await provideExtensions(runner);
    for (const part of [
      SERVICE,
      PEOPLE,
      ORGANIZATIONS,
      PRODUCTS,
      TESTS,
      ISSUES,
      FINDINGS,
      RISKS,
      CONFORMANCE,
      WEBHOOKS,
    ])
      await runner.query(part);
  }

  async down(): Promise<void> {
    throw new Error('There is nothing before this schema: make a new database instead.');
  }
}
