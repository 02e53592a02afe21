import { Identity1760000000001 } from './1760000000001-identity.js';
import { Organizations1760000000002 } from './1760000000002-organizations.js';
import { Products1760000000003 } from './1760000000003-products.js';
import { Evidence1760000000004 } from './1760000000004-evidence.js';
import { RateLimits1760000000005 } from './1760000000005-rate-limits.js';
import { Criteria1760000000006 } from './1760000000006-criteria.js';

/** Every change of the schema, in order. A landed one is never edited. */
export const MIGRATIONS = [
  Identity1760000000001,
  Organizations1760000000002,
  Products1760000000003,
  Evidence1760000000004,
  RateLimits1760000000005,
  Criteria1760000000006,
];
