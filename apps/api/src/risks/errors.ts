import { Conflict } from '#libs/errors';

/** A risk that became an issue stays what it is. */
export class RiskMaterialized extends Conflict {
  readonly code = 'risk_materialized';
  constructor() {
    super('The risk has materialized: its status follows its issue and cannot be set.');
  }
}
