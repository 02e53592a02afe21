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
 * The schema of v0.1.0, read in this order. Of each index a comment says why there is one, and so of those below it up to the next comment.
 *
 * - The key of an organization's data begins with the organization, and a reference names it, and the product where both rows have one: the database refuses a row that
 *   points into another organization or product. What several keys could serve is an index's order that decides, so the order of statements counts.
 * - A foreign key ends the rows that refer to what goes, or refuses; who clears a reference instead does so in code (docs/decisions/0015-deletions.md).
 * - `fillfactor` leaves room to change rows in place where counts and locks are.
 *
 * A database that former versions made has all of this, and only notes it.
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
