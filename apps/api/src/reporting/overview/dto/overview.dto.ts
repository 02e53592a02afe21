import { Choice, Described, Integer, Nested, NestedList, Text, Timestamp } from '#libs/fields';
import { FutureAuditDto } from '../../../records/audits/dto/audit.dto.js';
import { type Letter, LETTERS } from '../../../products/products/grade/codes.js';
import { ProductSlug, RecordNumber } from '../../../platform/lists/shared-fields.js';

const FIRST = 'The first ten.';

@Described('Open issues.')
class OpenIssuesDto {
  @Integer({ min: 0 })
  total: number;
  @Integer({ min: 0, description: 'Issues in products of the caller as responsible member.' })
  own: number;
}

@Described('Overdue full audits.')
class OverdueAuditsDto {
  @Integer({ min: 0 })
  total: number;
  @NestedList(() => FutureAuditDto, { description: FIRST })
  audits: FutureAuditDto[];
}

@Described('A published report with a review or an expiry due within thirty days.')
class DueReportDto {
  @RecordNumber()
  number: number;
  @Text()
  title: string;
  @Text()
  productName: string;
  @ProductSlug()
  productSlug: string;
  @Timestamp({ description: 'The deadline for confirming that it is still valid.' })
  reviewBy: Date;
  @Timestamp({ description: 'The expiry time.' })
  validUntil: Date;
}

@Described('Published reports with a review or an expiry due within thirty days.')
class DueReportsDto {
  @Integer({ min: 0 })
  total: number;
  @NestedList(() => DueReportDto, { description: FIRST })
  reports: DueReportDto[];
}

@Described('Number of products by letter.')
class LetterCountDto {
  @Choice(LETTERS, { nullable: true, description: 'Null for products without tests.' })
  letter: Letter | null;
  @Integer({ min: 1, description: 'The number of products.' })
  count: number;
  @Integer({ min: 0, description: 'The number of them with a lower `potentialLetter`.' })
  withLowerPotential: number;
}

@Described('A product whose letter has changed.')
class GradeChangeDto {
  @Text()
  productName: string;
  @ProductSlug()
  productSlug: string;
  @Choice(LETTERS, { nullable: true })
  from: Letter | null;
  @Choice(LETTERS, { nullable: true })
  to: Letter | null;
  @Choice(LETTERS, { nullable: true, description: 'The letter if all pending findings were confirmed.' })
  potentialLetter: Letter | null;
  @Timestamp({ description: 'The time of the change.' })
  at: Date;
}

/** What waits in the active products of an organization. */
export class Overview {
  @Integer({ min: 0, nullable: true, description: 'Pending findings; null without the module `testing`.' })
  pendingFindings: number | null;
  @Nested(() => OpenIssuesDto, { nullable: true, description: 'Null without the module `issues`.' })
  openIssues: OpenIssuesDto | null;
  @Nested(() => OverdueAuditsDto, { nullable: true, description: 'Null without the module `audits`.' })
  overdueAudits: OverdueAuditsDto | null;
  @Nested(() => DueReportsDto, { nullable: true, description: 'Null without the module `conformance`.' })
  dueReports: DueReportsDto | null;
  @NestedList(() => LetterCountDto, { description: 'Products by the letter of their Grade.' })
  products: LetterCountDto[];
  @NestedList(() => GradeChangeDto, { description: 'The most recent changes, at most ten.' })
  gradeChanges: GradeChangeDto[];
}
