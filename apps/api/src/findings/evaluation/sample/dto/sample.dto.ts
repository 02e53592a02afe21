import {
  Choice,
  Described,
  FlagParameter,
  HttpUrl,
  Id,
  Integer,
  IntegerList,
  Nested,
  NestedList,
  OneLine,
  Text,
  TextList,
} from '#libs/fields';
import { type AuditEntry, ENTRY_KINDS, type EntryKind, MAX_ENTRIES } from '../audit-entry.js';

const MEANING = {
  url: 'Where it is.',
  description: 'What it is, and how one gets there; needed where there is no address.',
  process: 'The name of the process that it is a step of, in the order of the sample.',
};
const MOST = 2_147_483_647;

@Described('A page, a screen or a state of which an audit says how it does.')
export class SampleEntryDto implements AuditEntry {
  @Integer({ min: 1, description: 'Counts up in the audit; never used again.' })
  number: number;
  @Text()
  name: string;
  @Text({ nullable: true, description: MEANING.url })
  url: string | null;
  @Text({ nullable: true, description: MEANING.description })
  description: string | null;
  @Choice(ENTRY_KINDS)
  kind: EntryKind;
  @Text({ nullable: true, description: MEANING.process })
  process: string | null;
  @Id({ nullable: true })
  areaId: string | null;
  @Integer({ min: 0, description: 'Its place in the sample.' })
  position: number;
  @Integer({ nullable: true, description: 'The number of the entry, in the other audit, that it was copied from.' })
  copiedFrom: number | null;
  @Integer({ min: 1, description: 'For `If-Match`.' })
  revision: number;
}

/** One entry of a sample. */
export class SampleEntryEnvelope {
  @Nested(() => SampleEntryDto)
  entry: SampleEntryDto;
}

/** A sample in its order. */
export class AuditSample {
  @NestedList(() => SampleEntryDto)
  sample: SampleEntryDto[];
}

/** A new entry, at the end of the sample. */
export class AddEntry {
  @OneLine({ max: 200 })
  name: string;
  @HttpUrl({ optional: true, nullable: true, description: MEANING.url })
  url?: string | null;
  @Text({ optional: true, nullable: true, max: 2_000, filled: true, description: MEANING.description })
  description?: string | null;
  @Choice(ENTRY_KINDS, { optional: true, description: '`process` where one is named, else `structured`, when absent.' })
  kind?: EntryKind;
  @OneLine({ optional: true, nullable: true, max: 200, description: MEANING.process })
  process?: string | null;
  @Id({ optional: true, nullable: true })
  areaId?: string | null;
}

/** What to change of an entry. */
export class UpdateEntry {
  @OneLine({ optional: true, max: 200 })
  name?: string;
  @HttpUrl({ optional: true, nullable: true, description: MEANING.url })
  url?: string | null;
  @Text({ optional: true, nullable: true, max: 2_000, filled: true, description: MEANING.description })
  description?: string | null;
  @Choice(ENTRY_KINDS, { optional: true })
  kind?: EntryKind;
  @OneLine({ optional: true, nullable: true, max: 200, description: MEANING.process })
  process?: string | null;
  @Id({ optional: true, nullable: true })
  areaId?: string | null;
}

/** The order of a sample. */
export class OrderSample {
  @IntegerList({ max: MAX_ENTRIES, description: 'The number of each entry, once.' })
  order: number[];
}

/** What becomes of the outcomes of an entry that goes. */
export class DeleteEntryQuery {
  @FlagParameter({ default: false, description: 'Its outcomes go too; otherwise an entry that has some stays.' })
  withOutcomes: boolean = false;
}

/** What to draw random entries from. */
export class DrawSample {
  @Integer({
    optional: true,
    min: 1,
    max: MAX_ENTRIES,
    description: 'A tenth of the structured entries, rounded up, when absent.',
  })
  count?: number;
  @TextList({
    optional: true,
    max: 2_000,
    maxItems: 10_000,
    description: 'Addresses beside those that findings and other audits of the product know.',
  })
  addresses?: string[];
  @OneLine({ max: 200, description: 'Whoever draws with the same seed from the same addresses draws the same.' })
  seed: string;
}

/** What was drawn. */
export class DrawnSample {
  @NestedList(() => SampleEntryDto)
  drawn: SampleEntryDto[];
  @Integer({ min: 0, description: 'From how many addresses.' })
  addresses: number;
}

/** Which sample to copy. */
export class CopySample {
  @Integer({ min: 1, max: MOST, description: 'The number of another audit of the product.' })
  fromAudit: number;
}

/** What was copied. */
export class CopiedSample {
  @NestedList(() => SampleEntryDto)
  copied: SampleEntryDto[];
  @TextList({ description: 'The names of entries that were there already.' })
  leftOut: string[];
}
