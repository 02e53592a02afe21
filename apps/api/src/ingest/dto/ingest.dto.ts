import { CheckedBy, FlagParameter, Flag, Id, Nested, Whole } from '#libs/fields';
import { findingSchema, ingestSchema, type Report, scansNameTheirRules } from './ingest.schema.js';

/** The body of a report. */
@CheckedBy({ schema: ingestSchema, many: { name: 'findings', item: findingSchema }, rule: scansNameTheirRules })
// eslint-disable-next-line @typescript-eslint/no-unsafe-declaration-merging -- the schema is the one place of its shape
export class IngestBody {}
// eslint-disable-next-line @typescript-eslint/no-unsafe-declaration-merging, @typescript-eslint/no-empty-object-type
export interface IngestBody extends Report {}

/** How to take a report. */
export class IngestQuery {
  @FlagParameter({ default: false, description: 'Answer the counts that the report would have, and keep nothing.' })
  dryRun: boolean = false;
}

class IngestedActivity {
  @Id()
  id: string;
  @Whole({ min: 1 })
  number: number;
}

class DeltaDto {
  @Whole({ min: 0 })
  new: number;
  @Whole({ min: 0 })
  known: number;
  @Whole({ min: 0, description: 'Were resolved, or their issue was closed, and are back.' })
  regressed: number;
  @Whole({ min: 0, description: 'Reported again, and still dismissed.' })
  dismissed: number;
  @Whole({ min: 0 })
  resolved: number;
}

/** What became of a report. */
export class IngestAnswer {
  @Nested(() => IngestedActivity, { nullable: true, description: 'Null for a dry run.' })
  testActivity: IngestedActivity | null;
  @Whole({ min: 0, description: 'Issues that it created directly.' })
  issueCount: number;
  @Whole({ min: 0, description: 'Distinct findings that it reported.' })
  findingCount: number;
  @Whole({ min: 0, description: 'Findings that its sweep resolved.' })
  resolvedCount: number;
  @Nested(() => DeltaDto)
  delta: DeltaDto;
  @Flag({ description: 'False when the idempotency key was known, and for a dry run.' })
  created: boolean;
}
