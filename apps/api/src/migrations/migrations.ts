// Written by npm run generate:indexes.
import { Schema1770000000001 } from './1770000000001-schema.js';
import { Recovery1770000000020 } from './1770000000020-recovery.js';
import { FreshProof1770000000024 } from './1770000000024-fresh-proof.js';
import { FindingsToReview1770000000026 } from './1770000000026-findings-to-review.js';
import { Applicability1770000000027 } from './1770000000027-applicability.js';
import { TotalsToReview1770000000030 } from './1770000000030-totals-to-review.js';
import { AccountOfWork1770000000031 } from './1770000000031-account-of-work.js';
import { SignInMethods1770000000035 } from './1770000000035-sign-in-methods.js';
import { AnsweringForWhoCame1770000000036 } from './1770000000036-answering-for-who-came.js';
import { PicturesToFetch1770000000037 } from './1770000000037-pictures-to-fetch.js';
import { WaitingFindings1770000000040 } from './1770000000040-waiting-findings.js';
import { Contradictions1770000000045 } from './1770000000045-contradictions.js';
import { UntriagedReason1770000000046 } from './1770000000046-untriaged-reason.js';
import { ProductDescription1770000000047 } from './1770000000047-product-description.js';
import { PageRules1770000000050 } from './1770000000050-page-rules.js';
import { PagesOfLines1770000000051 } from './1770000000051-pages-of-lines.js';
import { Preferences1770000000060 } from './1770000000060-preferences.js';
import { FormerLetters1770000000061 } from './1770000000061-former-letters.js';
import { GroupsOfFindings1770000000062 } from './1770000000062-groups-of-findings.js';
import { IdempotencyKeys1770000000065 } from './1770000000065-idempotency-keys.js';
import { SuspendedSecrets1770000000073 } from './1770000000073-suspended-secrets.js';
import { RemovedStandards1770000000074 } from './1770000000074-removed-standards.js';
import { FormulaNotice1770000000075 } from './1770000000075-formula-notice.js';
import { UndoOfTriage1770000000091 } from './1770000000091-undo-of-triage.js';
import { PositionsOfEvents1770000000092 } from './1770000000092-positions-of-events.js';
import { EverybodyWhoAnswers1770000000096 } from './1770000000096-everybody-who-answers.js';
import { Evaluation1770000000100 } from './1770000000100-evaluation.js';
import { FormsOfStatements1770000000107 } from './1770000000107-forms-of-statements.js';

/** Every change of the schema, in order. A landed one is never edited. */
export const MIGRATIONS = [
  Schema1770000000001,
  Recovery1770000000020,
  FreshProof1770000000024,
  FindingsToReview1770000000026,
  Applicability1770000000027,
  TotalsToReview1770000000030,
  AccountOfWork1770000000031,
  SignInMethods1770000000035,
  AnsweringForWhoCame1770000000036,
  PicturesToFetch1770000000037,
  WaitingFindings1770000000040,
  Contradictions1770000000045,
  UntriagedReason1770000000046,
  ProductDescription1770000000047,
  PageRules1770000000050,
  PagesOfLines1770000000051,
  Preferences1770000000060,
  FormerLetters1770000000061,
  GroupsOfFindings1770000000062,
  IdempotencyKeys1770000000065,
  SuspendedSecrets1770000000073,
  RemovedStandards1770000000074,
  FormulaNotice1770000000075,
  UndoOfTriage1770000000091,
  PositionsOfEvents1770000000092,
  EverybodyWhoAnswers1770000000096,
  Evaluation1770000000100,
  FormsOfStatements1770000000107,
];
