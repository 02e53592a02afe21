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
  url: 'The URL.',
  description: 'A description and how to reach it; required without a URL.',
  process: 'The name of its process; the steps are ordered like the sample.',
};
const MOST = 2_147_483_647;

@Described('A page, screen or state examined in an audit.')
export class SampleEntryDto implements AuditEntry {
  @Integer({ min: 1, description: 'A sequence number within the audit; never reused.' })
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
  @Integer({ min: 0, description: 'The position in the sample.' })
  position: number;
  @Integer({ nullable: true, description: 'The number of the original entry in the other audit.' })
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
  @Choice(ENTRY_KINDS, {
    optional: true,
    description: 'If absent, `process` with a process name, otherwise `structured`.',
  })
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
  @IntegerList({ max: MAX_ENTRIES, description: 'The number of each entry, exactly once.' })
  order: number[];
}

/** What becomes of the outcomes of an entry that goes. */
export class DeleteEntryQuery {
  @FlagParameter({
    default: false,
    description: 'Also deletes its outcomes; otherwise, an entry with outcomes cannot be deleted.',
  })
  withOutcomes: boolean = false;
}

/** What to draw random entries from. */
export class DrawSample {
  @Integer({
    optional: true,
    min: 1,
    max: MAX_ENTRIES,
    description: 'If absent, a tenth of the structured entries, rounded up.',
  })
  count?: number;
  @TextList({
    optional: true,
    max: 2_000,
    maxItems: 10_000,
    description: 'Additional addresses, besides those of findings and other audits of the product.',
  })
  addresses?: string[];
  @OneLine({ max: 200, description: 'The same seed with the same addresses gives the same selection.' })
  seed: string;
}

/** What was drawn. */
export class DrawnSample {
  @NestedList(() => SampleEntryDto)
  drawn: SampleEntryDto[];
  @Integer({ min: 0, description: 'The number of addresses drawn from.' })
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
  @TextList({ description: 'The names of the entries already present.' })
  leftOut: string[];
}
