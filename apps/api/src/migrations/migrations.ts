// Written by npm run generate:indexes.
import { Schema1770000000001 } from './1770000000001-schema.js';
import { Recovery1770000000020 } from './1770000000020-recovery.js';
import { FreshProof1770000000024 } from './1770000000024-fresh-proof.js';
import { FindingsToReview1770000000026 } from './1770000000026-findings-to-review.js';
import { Applicability1770000000027 } from './1770000000027-applicability.js';
import { WaitingFindings1770000000040 } from './1770000000040-waiting-findings.js';

/** Every change of the schema, in order. A landed one is never edited. */
export const MIGRATIONS = [
  Schema1770000000001,
  Recovery1770000000020,
  FreshProof1770000000024,
  FindingsToReview1770000000026,
  Applicability1770000000027,
  WaitingFindings1770000000040,
];
