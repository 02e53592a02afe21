import { Choice, Described, Integer, Nested, NestedList, Text, Timestamp } from '#libs/fields';
import { FutureAuditDto } from '../../../records/audits/dto/audit.dto.js';
import { type Letter, LETTERS } from '../../../products/products/grade/codes.js';
import { ProductSlug, RecordNumber } from '../../../platform/lists/shared-fields.js';

const FIRST = 'The first ten of them.';

@Described('Issues that are open.')
class OpenIssuesDto {
  @Integer({ min: 0 })
  total: number;
  @Integer({ min: 0, description: 'Those in products that the caller is the responsible person of.' })
  own: number;
}

@Described('Full audits whose date has passed.')
class OverdueAuditsDto {
  @Integer({ min: 0 })
  total: number;
  @NestedList(() => FutureAuditDto, { description: FIRST })
  audits: FutureAuditDto[];
}

@Described('A published report whose review is due, or whose end comes, within thirty days.')
class DueReportDto {
  @RecordNumber()
  number: number;
  @Text()
  title: string;
  @Text()
  productName: string;
  @ProductSlug()
  productSlug: string;
  @Timestamp({ description: 'Until when somebody has to say that it still holds.' })
  reviewBy: Date;
  @Timestamp({ description: 'When it ends.' })
  validUntil: Date;
}

@Described('Published reports whose review is due, or whose end comes, within thirty days.')
class DueReportsDto {
  @Integer({ min: 0 })
  total: number;
  @NestedList(() => DueReportDto, { description: FIRST })
  reports: DueReportDto[];
}

@Described('How many products have a letter.')
class LetterCountDto {
  @Choice(LETTERS, { nullable: true, description: 'Null: nothing has been tested.' })
  letter: Letter | null;
  @Integer({ min: 1, description: 'How many products.' })
  count: number;
  @Integer({ min: 0, description: 'How many of them have a `potentialLetter` that is a lower one.' })
  withLowerPotential: number;
}

@Described('A product that has another letter than before.')
class GradeChangeDto {
  @Text()
  productName: string;
  @ProductSlug()
  productSlug: string;
  @Choice(LETTERS, { nullable: true })
  from: Letter | null;
  @Choice(LETTERS, { nullable: true })
  to: Letter | null;
  @Choice(LETTERS, { nullable: true, description: 'The letter if all that is pending were confirmed.' })
  potentialLetter: Letter | null;
  @Timestamp({ description: 'Since when.' })
  at: Date;
}

/** What waits in the active products of an organization. */
export class Overview {
  @Integer({ min: 0, nullable: true, description: 'Findings that wait for triage; null without the module `testing`.' })
  pendingFindings: number | null;
  @Nested(() => OpenIssuesDto, { nullable: true, description: 'Null without the module `issues`.' })
  openIssues: OpenIssuesDto | null;
  @Nested(() => OverdueAuditsDto, { nullable: true, description: 'Null without the module `audits`.' })
  overdueAudits: OverdueAuditsDto | null;
  @Nested(() => DueReportsDto, { nullable: true, description: 'Null without the module `conformance`.' })
  dueReports: DueReportsDto | null;
  @NestedList(() => LetterCountDto, { description: 'Products by the letter of their Grade.' })
  products: LetterCountDto[];
  @NestedList(() => GradeChangeDto, { description: 'Those that changed it last, ten at most.' })
  gradeChanges: GradeChangeDto[];
}
