import { Choice, Described, Integer, named, NestedList, Text, TextList } from '#libs/fields';
import { type Outcome, OUTCOMES } from '../../../findings/evaluation/outcome.js';
import { type ReadTable, TABLE_FIELDS, TABLE_LIMITS, type TableField } from '../reading/table-mapping.js';

/** What a column has. */
class MappedColumnDto {
  @Integer({ min: 1, max: TABLE_LIMITS.columns, description: 'Starting at 1.' })
  column: number;
  @Choice(TABLE_FIELDS)
  field: TableField;
}

/** What a word of a table means. */
class MappedWordDto {
  @Text({ max: 100, filled: true })
  word: string;
  @Choice(OUTCOMES)
  outcome: Outcome;
}

/** How a table is read, in the field of a form. */
export class TableMappingDto {
  @Integer({
    optional: true,
    min: 1,
    max: TABLE_LIMITS.rows,
    description: 'The row of the headings, starting at 1; detected if absent.',
  })
  headRow?: number;
  @NestedList(() => MappedColumnDto, {
    max: TABLE_LIMITS.columns,
    description: 'Columns without an entry are ignored.',
  })
  columns: MappedColumnDto[];
  @NestedList(() => MappedWordDto, { optional: true, max: TABLE_LIMITS.words })
  words?: MappedWordDto[];
}

@Described('A column of a table, with its field.')
class TableColumnDto extends MappedColumnDto {
  @Text({ description: 'The heading in the table, up to 200 characters.' })
  heading: string;
  @TextList({ description: 'Examples of its values, without duplicates.' })
  examples: string[];
}

@Described('A term used for outcomes in a table.')
class TableWordDto {
  @Text({ description: 'The term in the table.' })
  word: string;
  @Choice(OUTCOMES, { nullable: true, description: 'Its meaning; null if unknown.' })
  outcome: Outcome | null;
  @Integer({ min: 1, description: 'The number of occurrences.' })
  count: number;
}

const MAPPED_BY = named(
  'TableMappedBy',
  ['names', 'memory', 'request'],
  'The source of the mapping: column names, the last mapping of the organization for these headings, or the request.',
);

@Described('The interpretation of a table.')
export class ImportedTableDto {
  @TextList({ description: 'The sheets with a table.' })
  sheets: string[];
  @Text({ nullable: true, description: 'The selected sheet; null if there are several or none.' })
  sheet: string | null;
  @Integer({ nullable: true, description: 'The row of the headings, starting at 1; null if no sheet was read.' })
  headRow: number | null;
  @NestedList(() => TableColumnDto)
  columns: TableColumnDto[];
  @NestedList(() => TableWordDto, { description: `The first ${TABLE_LIMITS.words}, unknown ones first.` })
  words: TableWordDto[];
  @Choice(MAPPED_BY)
  mappedBy: ReadTable['mappedBy'];

  static from({ sheets, sheet, headRow, columns, words, mappedBy }: ReadTable): ImportedTableDto {
    return { sheets, sheet, headRow, columns, words, mappedBy };
  }
}
