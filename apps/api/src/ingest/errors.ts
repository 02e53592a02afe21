import { DomainError } from '#libs/errors';
import type { TestActivity } from '../test-activities/test-activity.entity.js';

/** Not a failure: ends the transaction of a dry run so that nothing is kept of it. */
export class DryRunRollback extends Error {
  constructor(readonly activity: TestActivity) {
    super('dry run');
  }
}

/** The key limits its calls to another product than the report names. */
export class ProductMismatch extends DomainError {
  readonly kind = 'forbidden';
  readonly code = 'key_product_mismatch';
  constructor() {
    super('The API key is limited to one product, and this report is not about that product.');
  }
}
