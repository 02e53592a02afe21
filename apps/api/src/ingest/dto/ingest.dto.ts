import { ValidatedBySchema, FlagParameter, Flag, Id, Nested, Integer } from '#libs/fields';
import { findingSchema, ingestSchema, type Report, requireScanRules } from './ingest.schema.js';

/** The body of a report. */
@ValidatedBySchema({
  schema: ingestSchema,
  longList: { name: 'findings', item: findingSchema },
  rule: requireScanRules,
})
// eslint-disable-next-line @typescript-eslint/no-unsafe-declaration-merging -- the schema is the one place of its shape
export class IngestBody {}
// eslint-disable-next-line @typescript-eslint/no-unsafe-declaration-merging, @typescript-eslint/no-empty-object-type
export interface IngestBody extends Report {}

/** Options of an ingest request. */
export class IngestQuery {
  @FlagParameter({ default: false, description: 'Answer the counts that the report would have, and keep nothing.' })
  dryRun: boolean = false;
}

class IngestedActivity {
  @Id()
  id: string;
  @Integer({ min: 1 })
  number: number;
}

class DeltaDto {
  @Integer({ min: 0 })
  new: number;
  @Integer({ min: 0 })
  known: number;
  @Integer({ min: 0, description: 'Were resolved, or their issue was closed, and are back.' })
  regressed: number;
  @Integer({ min: 0, description: 'Reported again, and still dismissed.' })
  dismissed: number;
  @Integer({ min: 0 })
  resolved: number;
}

/** The result of a report. */
export class IngestAnswer {
  @Nested(() => IngestedActivity, { nullable: true, description: 'Null for a dry run.' })
  testActivity: IngestedActivity | null;
  @Integer({ min: 0, description: 'Issues that it created directly.' })
  issueCount: number;
  @Integer({ min: 0, description: 'Distinct findings that it reported.' })
  findingCount: number;
  @Integer({ min: 0, description: 'Findings that its sweep resolved.' })
  resolvedCount: number;
  @Nested(() => DeltaDto)
  delta: DeltaDto;
  @Flag({ description: 'False when the idempotency key was known, and for a dry run.' })
  created: boolean;
}
