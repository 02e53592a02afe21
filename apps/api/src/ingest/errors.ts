import { DomainError } from '#libs/errors';
import type { TestActivity } from '../test-activities/test-activity.entity.js';

/** Not a failure: rolls back the transaction of a dry run. */
export class DryRunRollback extends Error {
  constructor(readonly activity: TestActivity) {
    super('dry run');
  }
}

/** The key is limited to another product than the one in the report. */
export class ProductMismatch extends DomainError {
  readonly kind = 'forbidden';
  readonly code = 'key_product_mismatch';
  constructor() {
    super('The API key is limited to one product, and this report is not about that product.');
  }
}
