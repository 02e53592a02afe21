import { databaseOptions } from '#libs/database';
import { DataSource } from 'typeorm';

/**
 * A module of the built service, with the types of its source.
 * @param {string} path
 */
const built = (path) => import(new URL(`../dist/apps/api/src/${path}`, import.meta.url).href);
/** @type {typeof import('../apps/api/src/service/app/entities.js')} */
const { ENTITIES } = await built('service/app/entities.js');
/** @type {typeof import('../apps/api/src/reporting/grading/regrade.js')} */
const { regrade } = await built('reporting/grading/regrade.js');

/** The service's own recomputation of a Grade, alone: milliseconds, in a transaction that is taken back. */
export async function openGrading({ url }) {
  const database = await new DataSource(
    databaseOptions({ url, poolSize: 1, entities: ENTITIES, migrations: [] }),
  ).initialize();
  return {
    close: () => database.destroy(),
    /** @param {import('../apps/api/src/products/products/product-key.js').ProductKey} product */
    async regrade(product) {
      const runner = database.createQueryRunner();
      await runner.startTransaction();
      try {
        const started = performance.now();
        if (!(await regrade(runner.manager, product))) throw new Error('No such product: nothing was graded.');
        return performance.now() - started;
      } finally {
        await runner.rollbackTransaction();
        await runner.release();
      }
    },
  };
}
