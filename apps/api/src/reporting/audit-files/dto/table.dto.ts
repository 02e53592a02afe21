import { Choice, Described, Integer, named, NestedList, Text, TextList } from '#libs/fields';
import { type Outcome, OUTCOMES } from '../../../findings/evaluation/outcome.js';
import { type ReadTable, TABLE_FIELDS, TABLE_LIMITS, type TableField } from '../reading/table-mapping.js';

/** What a column has. */
class MappedColumnDto {
  @Integer({ min: 1, max: TABLE_LIMITS.columns, description: 'From 1.' })
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
    description: 'The row of the headings, from 1; found when absent.',
  })
  headRow?: number;
  @NestedList(() => MappedColumnDto, { max: TABLE_LIMITS.columns, description: 'Columns that are absent are ignored.' })
  columns: MappedColumnDto[];
  @NestedList(() => MappedWordDto, { optional: true, max: TABLE_LIMITS.words })
  words?: MappedWordDto[];
}

@Described('A column of a table, and what it has.')
class TableColumnDto extends MappedColumnDto {
  @Text({ description: 'As the table has it, up to 200 characters.' })
  heading: string;
  @TextList({ description: 'The first of its texts, each once.' })
  examples: string[];
}

@Described('A word that stands where a table has outcomes.')
class TableWordDto {
  @Text({ description: 'As the table has it.' })
  word: string;
  @Choice(OUTCOMES, { nullable: true, description: 'What it means; null: nobody knows.' })
  outcome: Outcome | null;
  @Integer({ min: 1, description: 'How often it stands there.' })
  count: number;
}

const MAPPED_BY = named(
  'TableMappedBy',
  ['names', 'memory', 'request'],
  'Why a table is read as it is: by the names of its columns, as the organization has last said for these headings, or as the request says.',
);

@Described('A table as it was read.')
export class ImportedTableDto {
  @TextList({ description: 'The sheets of a spreadsheet that have a table.' })
  sheets: string[];
  @Text({ nullable: true, description: 'The one that was read; null: there are several, or none.' })
  sheet: string | null;
  @Integer({ nullable: true, description: 'The row of the headings, from 1; null: no sheet was read.' })
  headRow: number | null;
  @NestedList(() => TableColumnDto)
  columns: TableColumnDto[];
  @NestedList(() => TableWordDto, { description: `The first ${TABLE_LIMITS.words}, those first that nobody knows.` })
  words: TableWordDto[];
  @Choice(MAPPED_BY)
  mappedBy: ReadTable['mappedBy'];

  static from({ sheets, sheet, headRow, columns, words, mappedBy }: ReadTable): ImportedTableDto {
    return { sheets, sheet, headRow, columns, words, mappedBy };
  }
}
