import { parse } from 'csv-parse/sync';

/** A record of a CSV, and the line of the file where it ends, from 1. */
export interface CsvRecord {
  cells: string[];
  line: number;
}

/**
 * The records of a CSV (RFC 4180) whose cells are parted by commas, semicolons or tabs, whichever its first line has
 * most of.
 * @throws CsvError where a quote is not closed
 */
export function readCsv(content: string): CsvRecord[] {
  const records = parse(content, {
    bom: true,
    info: true,
    delimiter: separatorOf(content),
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
  }) as unknown as { record: string[]; info: { lines: number } }[];
  return records.map(({ record, info }) => ({ cells: record, line: info.lines }));
}

function separatorOf(content: string): string {
  const first = content.split(/\r\n|\n|\r/, 1)[0]!.replace(/"(?:[^"]|"")*"/g, '');
  const count = (separator: string) => first.split(separator).length;
  return [',', ';', '\t'].reduce((best, one) => (count(one) > count(best) ? one : best));
}
