import {
  Described,
  Flag,
  FlagParameter,
  HttpUrl,
  Id,
  Integer,
  IntegerList,
  Nested,
  NestedList,
  Text,
  TextList,
  Timestamp,
  ValidatedBySchema,
} from '#libs/fields';
import { RecordNumber } from '../../../platform/lists/shared-fields.js';
import { numbersOf } from '../../scan-runs/finding-positions.js';
import type { Delta, Introduced, TestActivity } from '../../../records/test-activities/test-activity.entity.js';
import {
  findingSchema,
  ingestSchema,
  productReportSchema,
  type Report,
  requireConsistentReport,
} from './ingest.schema.js';

/** The body of a report. */
@ValidatedBySchema({
  schema: ingestSchema,
  longList: { name: 'findings', item: findingSchema },
  rule: requireConsistentReport,
})
// eslint-disable-next-line @typescript-eslint/no-unsafe-declaration-merging -- the schema is the one place of its shape
export class IngestBody {}
// eslint-disable-next-line @typescript-eslint/no-unsafe-declaration-merging, @typescript-eslint/no-empty-object-type
export interface IngestBody extends Report {}

/** The body of a report of the product of the path. */
@ValidatedBySchema({
  schema: productReportSchema,
  longList: { name: 'findings', item: findingSchema },
  rule: requireConsistentReport,
})
// eslint-disable-next-line @typescript-eslint/no-unsafe-declaration-merging -- the schema is the one place of its shape
export class ProductReportBody {}
// eslint-disable-next-line @typescript-eslint/no-unsafe-declaration-merging, @typescript-eslint/no-empty-object-type
export interface ProductReportBody extends Omit<Report, 'productRef' | 'product'> {}

/** Options of an ingest request. */
export class IngestQuery {
  @FlagParameter({ default: false, description: 'Return the counts of the report without storing it.' })
  dryRun: boolean = false;
}

@Described('The test activity created from the report.')
class IngestedActivity {
  @Id()
  id: string;
  @RecordNumber()
  number: number;
  @HttpUrl({ nullable: true, description: 'The URL in the console; null if `RUN_URL` is not configured.' })
  url: string | null;
}

@Described('The classification of the reported findings.')
class DeltaDto {
  @Integer({
    min: 0,
    description:
      'Not reported by a main line before; for a proposal, counted again with each run until fixed, dismissed or confirmed.',
  })
  new: number;
  @Integer({ min: 0, description: 'Reported before, and still present.' })
  known: number;
  @Integer({ min: 0, description: 'Reported again after they were resolved, or after their issue was closed.' })
  regressed: number;
  @Integer({
    min: 0,
    description:
      'For a proposal: present on pages without them in any main line, until fixed there or until a decision on these pages.',
  })
  spread: number;
  @Integer({ min: 0, description: 'Reported again, and still dismissed.' })
  dismissed: number;
  @Integer({ min: 0, description: '0 for a proposal, which does not resolve findings.' })
  resolved: number;
  @Integer({
    min: 0,
    description: 'Findings that need review, without dismissed ones; not part of the other counts or of gates.',
  })
  review: number;

  /** In the order of the document, also where the database has kept it in another one. */
  static from({ new: brought, known, regressed, spread = 0, dismissed, resolved, review = 0 }: Delta): DeltaDto {
    return { new: brought, known, regressed, spread, dismissed, resolved, review };
  }
}

const INDEXES = 'ascending, the first occurrence of each, at most 1,000';

@Described('New pages of a finding.')
class SpreadDto {
  @Integer({ min: 0, description: 'The index in the submitted `findings`.' })
  index: number;
  @TextList({ description: 'In the form used for comparison: without the origin, by the page rules of the product.' })
  pages: string[];
}

/** What a run brings: a gate on `count` stays red until that is mended. */
@Described('New findings of the report, for the gate of a pipeline.')
class IntroducedDto {
  @Integer({ min: 0, example: 2, description: 'The sum of `delta.new`, `delta.regressed` and `delta.spread`.' })
  count: number;
  @IntegerList({
    example: [0, 3],
    description: `Their indexes in the submitted \`findings\`, starting at 0: ${INDEXES}.`,
  })
  indexes: number[];
  @IntegerList({ example: [3], description: 'The part of `indexes` that was resolved before.' })
  regressed: number[];
  @IntegerList({ example: [], description: 'The part of `indexes` that was known before, on other pages.' })
  spread: number[];
  @IntegerList({ example: [], description: `New findings if those that need review were failures: ${INDEXES}.` })
  review: number[];
  @NestedList(() => SpreadDto, {
    example: [],
    description: 'The new pages of the findings in `spread`: up to 100, with at most 4,000 characters in total.',
  })
  pages: SpreadDto[];
  @Flag({ description: 'Whether pages are missing in this list.' })
  pagesCut: boolean;

  /** Of what is kept; null: it brought nothing, or a former version took the report. */
  static from(introduced: Introduced | null, delta: Delta): IntroducedDto {
    const { count, places, regressed, spread, review, pages, pagesCut } = introduced ?? {
      count: delta.new + delta.regressed,
      places: [],
      regressed: [],
    };
    return {
      count,
      indexes: numbersOf(places),
      regressed: numbersOf(regressed),
      spread: numbersOf(spread ?? []),
      review: numbersOf(review ?? []),
      pages: pages ?? [],
      pagesCut: pagesCut ?? false,
    };
  }
}

@Described('The newest main-line run used as the base of a proposal.')
class BaseDto {
  @Text({ description: 'One of `context.baseCommits`.' })
  commitSha: string;
  @RecordNumber()
  number: number;
  @Timestamp({ description: 'The completion time of that run.' })
  completedAt: string;
}

/** The result of a report. */
export class IngestAnswer {
  @Nested(() => IngestedActivity, { nullable: true, description: 'Null for a dry run.' })
  testActivity: IngestedActivity | null;
  @Integer({ min: 0, description: 'Issues created directly.' })
  issueCount: number;
  @Integer({ min: 0, description: 'The number of distinct findings, including those that need review.' })
  findingCount: number;
  @Integer({ min: 0, description: 'The number of resolved findings.' })
  resolvedCount: number;
  @Nested(() => DeltaDto)
  delta: DeltaDto;
  @Nested(() => IntroducedDto)
  introduced: IntroducedDto;
  @Integer({
    min: 0,
    nullable: true,
    description:
      'The number of main-line findings fixed by a complete run of a proposal; for a sweep, set with its last part; with `context.baseCommits`, those present in its base; with `pages`, those not on other pages. Null for all other reports.',
  })
  fixes: number | null;
  @Integer({
    min: 0,
    nullable: true,
    description:
      'The number of findings of a proposal that were present in its base and have since been fixed in main lines; a rebase removes them. Null for all other reports.',
  })
  behind: number | null;
  @Nested(() => BaseDto, {
    nullable: true,
    description: 'The base used in addition to the current state; null if there is no run of `context.baseCommits`.',
  })
  base: BaseDto | null;
  @Flag({ description: 'False for a known idempotency key, and for a dry run.' })
  created: boolean;
  @TextList({ example: [], description: 'Values that the service changed, each a sentence.' })
  warnings: string[];

  /**
   * @param isKept whether the activity can be read, which one of a dry run cannot
   * @param url its page in the frontend
   */
  static from(
    activity: TestActivity,
    { created, isKept, url, warnings }: { created: boolean; isKept: boolean; url: string | null; warnings: string[] },
  ): IngestAnswer {
    const { issueCount, findingCount, resolvedCount, fixes, compared } = activity;
    const delta = activity.delta!;
    return {
      testActivity: isKept ? { id: activity.id, number: activity.number, url } : null,
      issueCount,
      findingCount,
      resolvedCount,
      delta: DeltaDto.from(delta),
      fixes,
      created,
      introduced: IntroducedDto.from(activity.introduced, delta),
      behind: compared?.behind ?? null,
      base: compared?.base ?? null,
      warnings,
    };
  }
}
