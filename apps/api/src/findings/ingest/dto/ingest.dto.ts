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
  @FlagParameter({ default: false, description: 'Answer the counts that the report would have, and keep nothing.' })
  dryRun: boolean = false;
}

@Described('The run that the report became.')
class IngestedActivity {
  @Id()
  id: string;
  @RecordNumber()
  number: number;
  @HttpUrl({ nullable: true, description: 'Its page in the frontend; null where the service has no `RUN_URL`.' })
  url: string | null;
}

@Described('How many findings of the report are what to the service.')
class DeltaDto {
  @Integer({
    min: 0,
    description:
      'Not reported by a main line before: for a proposal again on each push, until it is mended, dismissed or confirmed.',
  })
  new: number;
  @Integer({ min: 0, description: 'Reported before, and still there.' })
  known: number;
  @Integer({ min: 0, description: 'Were resolved, or their issue was closed, and are back.' })
  regressed: number;
  @Integer({
    min: 0,
    description:
      'Of a proposal: on pages on which no main line has them, until they are mended there or somebody has answered for these pages.',
  })
  spread: number;
  @Integer({ min: 0, description: 'Reported again, and still dismissed.' })
  dismissed: number;
  @Integer({ min: 0, description: '0 for a proposal, which resolves nothing.' })
  resolved: number;
  @Integer({
    min: 0,
    description: 'Need review, and are not dismissed: in none of the other counts, and in no gate.',
  })
  review: number;

  /** In the order of the document, also where the database has kept it in another one. */
  static from({ new: brought, known, regressed, spread = 0, dismissed, resolved, review = 0 }: Delta): DeltaDto {
    return { new: brought, known, regressed, spread, dismissed, resolved, review };
  }
}

const INDEXES = 'ascending, the first place of each, at most 1,000';

@Described('Pages that a finding has spread to.')
class SpreadDto {
  @Integer({ min: 0, description: 'Where the finding stands in the `findings` that were sent.' })
  index: number;
  @TextList({ description: 'As pages are compared: without the origin, by the rules of the product.' })
  pages: string[];
}

/** What a run brings: a gate on `count` stays red until that is mended. */
@Described('What the report brings that was not there before: the gate of a pipeline.')
class IntroducedDto {
  @Integer({ min: 0, example: 2, description: '`delta.new`, `delta.regressed` and `delta.spread` together.' })
  count: number;
  @IntegerList({
    example: [0, 3],
    description: `Where they stand in the \`findings\` that were sent, from 0: ${INDEXES}.`,
  })
  indexes: number[];
  @IntegerList({ example: [3], description: 'Those of `indexes` that are back, and not new.' })
  regressed: number[];
  @IntegerList({ example: [], description: 'Those of `indexes` that are known, and on more pages.' })
  spread: number[];
  @IntegerList({ example: [], description: `What it would bring had the tool been sure: ${INDEXES}.` })
  review: number[];
  @NestedList(() => SpreadDto, {
    example: [],
    description: 'The new pages of those in `spread`: up to 100, of 4,000 characters together.',
  })
  pages: SpreadDto[];
  @Flag({ description: 'Not all of these pages are named.' })
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

@Described('The newest run of a main line that a proposal is based on.')
class BaseDto {
  @Text({ description: 'One of `context.baseCommits`.' })
  commitSha: string;
  @RecordNumber()
  number: number;
  @Timestamp({ description: 'When that run was done.' })
  completedAt: string;
}

/** The result of a report. */
export class IngestAnswer {
  @Nested(() => IngestedActivity, { nullable: true, description: 'Null for a dry run.' })
  testActivity: IngestedActivity | null;
  @Integer({ min: 0, description: 'Issues that it created directly.' })
  issueCount: number;
  @Integer({ min: 0, description: 'Distinct findings that it reported, with those that need review.' })
  findingCount: number;
  @Integer({ min: 0, description: 'Findings that it resolved.' })
  resolvedCount: number;
  @Nested(() => DeltaDto)
  delta: DeltaDto;
  @Nested(() => IntroducedDto)
  introduced: IntroducedDto;
  @Integer({
    min: 0,
    nullable: true,
    description:
      'Findings of main lines that a complete run of a proposal no longer has; of a sweep, with its last part; with `context.baseCommits` of those that its base had, ' +
      'with `pages` of those that are on no other page. Null for all other reports.',
  })
  fixes: number | null;
  @Integer({
    min: 0,
    nullable: true,
    description:
      'Findings of a proposal that its base had, and main lines have mended since: they go with a rebase. Null for all other reports.',
  })
  behind: number | null;
  @Nested(() => BaseDto, {
    nullable: true,
    description: 'What a proposal was compared with beside what there is now; null: no run of `context.baseCommits`.',
  })
  base: BaseDto | null;
  @Flag({ description: 'False when the idempotency key was known, and for a dry run.' })
  created: boolean;
  @TextList({ example: [], description: 'What was taken otherwise than it was sent, each a sentence.' })
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
