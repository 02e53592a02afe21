import {
  Described,
  Flag,
  FlagParameter,
  HttpUrl,
  Id,
  Integer,
  IntegerList,
  Nested,
  ValidatedBySchema,
} from '#libs/fields';
import { RecordNumber } from '../../lists/shared-fields.js';
import { numbersOf } from '../../scan-runs/finding-positions.js';
import type { Delta, TestActivity } from '../../test-activities/test-activity.entity.js';
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
export interface ProductReportBody extends Omit<Report, 'productRef'> {}

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
  static from({ new: brought, known, regressed, dismissed, resolved, review = 0 }: Delta): DeltaDto {
    return { new: brought, known, regressed, dismissed, resolved, review };
  }
}

const INDEXES = 'ascending, the first place of each, at most 1,000';

/** What a run brings: a gate on `count` stays red until that is mended. */
@Described('What the report brings that was not there before: the gate of a pipeline.')
class IntroducedDto {
  @Integer({ min: 0, example: 2, description: '`delta.new` and `delta.regressed` together.' })
  count: number;
  @IntegerList({
    example: [0, 3],
    description: `Where they stand in the \`findings\` that were sent, from 0: ${INDEXES}.`,
  })
  indexes: number[];
  @IntegerList({ example: [3], description: 'Those of `indexes` that are back, and not new.' })
  regressed: number[];
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
      'Findings of main lines that a complete run of a proposal no longer has; of a sweep, with its last part. Null for all other reports.',
  })
  fixes: number | null;
  @Flag({ description: 'False when the idempotency key was known, and for a dry run.' })
  created: boolean;

  /**
   * @param isKept whether the activity can be read, which one of a dry run cannot
   * @param url its page in the frontend
   */
  static from(
    activity: TestActivity,
    { created, isKept, url }: { created: boolean; isKept: boolean; url: string | null },
  ): IngestAnswer {
    const { issueCount, findingCount, resolvedCount, fixes } = activity;
    const delta = activity.delta!;
    // Null where it brought nothing, or a former version took the report.
    const { count, places, regressed } = activity.introduced ?? {
      count: delta.new + delta.regressed,
      places: [],
      regressed: [],
    };
    return {
      testActivity: isKept ? { id: activity.id, number: activity.number, url } : null,
      issueCount,
      findingCount,
      resolvedCount,
      delta: DeltaDto.from(delta),
      fixes,
      created,
      introduced: { count, indexes: numbersOf(places), regressed: numbersOf(regressed) },
    };
  }
}
