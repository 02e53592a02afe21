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
import { OtherSpellings1770000000110 } from './1770000000110-other-spellings.js';
import { Snippets1770000000111 } from './1770000000111-snippets.js';
import { PassesOfProposals1770000000112 } from './1770000000112-passes-of-proposals.js';
import { PublishersByName1770000000113 } from './1770000000113-publishers-by-name.js';
import { SourcesOfIssues1770000000115 } from './1770000000115-sources-of-issues.js';
import { TextsOfAudits1770000000120 } from './1770000000120-texts-of-audits.js';
import { SequencesOfMessages1770000000121 } from './1770000000121-sequences-of-messages.js';
import { SeveralStandards1770000000125 } from './1770000000125-several-standards.js';
import { Operators1770000000130 } from './1770000000130-operators.js';
import { Processes1770000000131 } from './1770000000131-processes.js';
import { Starts1770000000132 } from './1770000000132-starts.js';
import { Retention1770000000133 } from './1770000000133-retention.js';
import { PeopleAndDates1770000000140 } from './1770000000140-people-and-dates.js';
import { IssueWatches1770000000141 } from './1770000000141-issue-watches.js';
import { Deadlines1770000000142 } from './1770000000142-deadlines.js';
import { Comments1770000000150 } from './1770000000150-comments.js';
import { Notifications1770000000151 } from './1770000000151-notifications.js';
import { FormerSlugs1770000000160 } from './1770000000160-former-slugs.js';
import { PageOutcomes1770000000170 } from './1770000000170-page-outcomes.js';
import { Evidence1770000000190 } from './1770000000190-evidence.js';
import { ThinnedRuns1770000000195 } from './1770000000195-thinned-runs.js';
import { OwnershipRules1770000000200 } from './1770000000200-ownership-rules.js';
import { KindsOfNotifications1770000000201 } from './1770000000201-kinds-of-notifications.js';
import { Inventory1770000000210 } from './1770000000210-inventory.js';
import { Monitors1770000000211 } from './1770000000211-monitors.js';
import { AgentsOfTheOperator1770000000212 } from './1770000000212-agents-of-the-operator.js';
import { SignInDomains1770000000223 } from './1770000000223-sign-in-domains.js';
import { PendingDays1770000000240 } from './1770000000240-pending-days.js';
import { UntouchedIssues1770000000241 } from './1770000000241-untouched-issues.js';
import { EvidenceBytes1770000000242 } from './1770000000242-evidence-bytes.js';
import { Quotas1770000000243 } from './1770000000243-quotas.js';
import { FurtherNotifications1770000000244 } from './1770000000244-further-notifications.js';
import { MailsOfNotifications1770000000245 } from './1770000000245-mails-of-notifications.js';
import { MonitorSecrets1770000000246 } from './1770000000246-monitor-secrets.js';
import { PicturesOfFindings1770000000247 } from './1770000000247-pictures-of-findings.js';
import { FailingMonitors1770000000248 } from './1770000000248-failing-monitors.js';
import { AuditImports1770000000251 } from './1770000000251-audit-imports.js';
import { Procedures1770000000252 } from './1770000000252-procedures.js';
import { TextsOfSources1770000000255 } from './1770000000255-texts-of-sources.js';
import { FormatsOfWebhooks1770000000256 } from './1770000000256-formats-of-webhooks.js';
import { TrackerConnections1770000000257 } from './1770000000257-tracker-connections.js';
import { TrackerLinks1770000000258 } from './1770000000258-tracker-links.js';
import { RegressionsInTrackers1770000000259 } from './1770000000259-regressions-in-trackers.js';
import { DeletedOrganizations1770000000270 } from './1770000000270-deleted-organizations.js';
import { SignInSettings1770000000271 } from './1770000000271-sign-in-settings.js';
import { SignInByOrganizations1770000000272 } from './1770000000272-sign-in-by-organizations.js';
import { ProvisioningTokens1770000000276 } from './1770000000276-provisioning-tokens.js';
import { ProvisionedPeople1770000000277 } from './1770000000277-provisioned-people.js';
import { PagesOfRuns1770000000278 } from './1770000000278-pages-of-runs.js';
import { MakersOfTokens1770000000279 } from './1770000000279-makers-of-tokens.js';
import { EndingCertificates1770000000280 } from './1770000000280-ending-certificates.js';
import { SignInKeys1770000000281 } from './1770000000281-sign-in-keys.js';
import { AuditVerdicts1770000000285 } from './1770000000285-audit-verdicts.js';
import { ImportSlices1770000000286 } from './1770000000286-import-slices.js';
import { StatesOfTrackers1770000000290 } from './1770000000290-states-of-trackers.js';
import { DecidedDifferences1770000000291 } from './1770000000291-decided-differences.js';
import { TrackersThatTell1770000000292 } from './1770000000292-trackers-that-tell.js';
import { CommentsOfTrackers1770000000293 } from './1770000000293-comments-of-trackers.js';
import { DoublesInTrackers1770000000294 } from './1770000000294-doubles-in-trackers.js';
import { TemplatesForTrackers1770000000310 } from './1770000000310-templates-for-trackers.js';
import { MembersInTrackers1770000000311 } from './1770000000311-members-in-trackers.js';
import { FinishedRuns1770000000320 } from './1770000000320-finished-runs.js';
import { EndsOfLeases1770000000321 } from './1770000000321-ends-of-leases.js';
import { MappingsOfTables1770000000330 } from './1770000000330-mappings-of-tables.js';
import { IssuesOfImports1770000000345 } from './1770000000345-issues-of-imports.js';
import { LastingNames1770000000360 } from './1770000000360-lasting-names.js';
import { OutcomesReason1770000000361 } from './1770000000361-outcomes-reason.js';
import { TimeZones1770000000362 } from './1770000000362-time-zones.js';
import { OmissionsOfRuns1770000000363 } from './1770000000363-omissions-of-runs.js';
import { SecretsOfPages1770000000364 } from './1770000000364-secrets-of-pages.js';

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
  OtherSpellings1770000000110,
  Snippets1770000000111,
  PassesOfProposals1770000000112,
  PublishersByName1770000000113,
  SourcesOfIssues1770000000115,
  TextsOfAudits1770000000120,
  SequencesOfMessages1770000000121,
  SeveralStandards1770000000125,
  Operators1770000000130,
  Processes1770000000131,
  Starts1770000000132,
  Retention1770000000133,
  PeopleAndDates1770000000140,
  IssueWatches1770000000141,
  Deadlines1770000000142,
  Comments1770000000150,
  Notifications1770000000151,
  FormerSlugs1770000000160,
  PageOutcomes1770000000170,
  Evidence1770000000190,
  ThinnedRuns1770000000195,
  OwnershipRules1770000000200,
  KindsOfNotifications1770000000201,
  Inventory1770000000210,
  Monitors1770000000211,
  AgentsOfTheOperator1770000000212,
  SignInDomains1770000000223,
  PendingDays1770000000240,
  UntouchedIssues1770000000241,
  EvidenceBytes1770000000242,
  Quotas1770000000243,
  FurtherNotifications1770000000244,
  MailsOfNotifications1770000000245,
  MonitorSecrets1770000000246,
  PicturesOfFindings1770000000247,
  FailingMonitors1770000000248,
  AuditImports1770000000251,
  Procedures1770000000252,
  TextsOfSources1770000000255,
  FormatsOfWebhooks1770000000256,
  TrackerConnections1770000000257,
  TrackerLinks1770000000258,
  RegressionsInTrackers1770000000259,
  DeletedOrganizations1770000000270,
  SignInSettings1770000000271,
  SignInByOrganizations1770000000272,
  ProvisioningTokens1770000000276,
  ProvisionedPeople1770000000277,
  PagesOfRuns1770000000278,
  MakersOfTokens1770000000279,
  EndingCertificates1770000000280,
  SignInKeys1770000000281,
  AuditVerdicts1770000000285,
  ImportSlices1770000000286,
  StatesOfTrackers1770000000290,
  DecidedDifferences1770000000291,
  TrackersThatTell1770000000292,
  CommentsOfTrackers1770000000293,
  DoublesInTrackers1770000000294,
  TemplatesForTrackers1770000000310,
  MembersInTrackers1770000000311,
  FinishedRuns1770000000320,
  EndsOfLeases1770000000321,
  MappingsOfTables1770000000330,
  IssuesOfImports1770000000345,
  LastingNames1770000000360,
  OutcomesReason1770000000361,
  TimeZones1770000000362,
  OmissionsOfRuns1770000000363,
  SecretsOfPages1770000000364,
];
