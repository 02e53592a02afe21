import { Conflict } from '#libs/errors';

/** The status of a materialized risk cannot be changed. */
export class RiskMaterialized extends Conflict {
  readonly code = 'risk_materialized';
  constructor() {
    super('The risk has materialized. Its status follows that of its issue and cannot be set.');
  }
}
