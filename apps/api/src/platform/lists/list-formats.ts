import { ChoiceParameter, named, type Shape, shapesOf } from '#libs/fields';
import type { Request } from 'express';
import { CSV, csvRecord } from './csv.js';

const FORMATS = named(
  'ListFormat',
  ['json', 'csv', 'ndjson'],
  'The format of a list: a result page as JSON, or the whole list as CSV or as newline-delimited JSON.',
);
/** How a list is told. */
export type ListFormat = (typeof FORMATS)[number];

/** A query parameter with the format of a list that can be told whole. */
export const FormatParameter = (): PropertyDecorator =>
  ChoiceParameter(FORMATS, {
    description:
      'Overrides `Accept`. `csv` and `ndjson` return the whole list, filtered and sorted, or from `after` on; `page`, `pageSize` and `total` are ignored. Above 1,000,000 records the request is rejected (409).',
  });

/** How the records of a whole list are written. */
export interface Whole {
  mediaType: string;
  /** Of the name of the file. */
  ending: string;
  /** What comes before the first record. */
  head: (columns: readonly string[][]) => string;
  record: (record: object, columns: readonly string[][]) => string;
}

/** The formats of a whole list by their media types. */
export const WHOLE: Readonly<Record<string, Whole>> = {
  'text/csv': {
    mediaType: CSV,
    ending: 'csv',
    head: (columns) => csvRecord(columns.map((column) => column.join('.'))),
    record: (record, columns) => csvRecord(columns.map((column) => textOf(valueAt(record, column)))),
  },
  'application/x-ndjson': {
    mediaType: 'application/x-ndjson',
    ending: 'ndjson',
    head: () => '',
    record: (record) => `${JSON.stringify(record)}\n`,
  },
};

const BY_NAME: Readonly<Record<Exclude<ListFormat, 'json'>, Whole>> = {
  csv: WHOLE['text/csv']!,
  ndjson: WHOLE['application/x-ndjson']!,
};

/** The format in which a request wants a list as a whole; undefined: it wants a page. */
export function wholeFormatOf(request: Pick<Request, 'query' | 'accepts'>): Whole | undefined {
  const { format } = request.query;
  // What is no format is refused with the other faults of the query.
  if (format !== undefined) return BY_NAME[format as keyof typeof BY_NAME];
  return WHOLE[request.accepts(['application/json', ...Object.keys(WHOLE)]) || ''];
}

/**
 * The columns of records of a class, each as the path to a value; what is nested once has a column for each of its
 * values.
 */
export const columnsOf = (type: new () => object): string[][] =>
  [...shapesOf(type)].flatMap(([name, shape]) =>
    isSingle(shape) ? columnsOf(shape.type()).map((column) => [name, ...column]) : [[name]],
  );

const isSingle = (shape: Shape | undefined): shape is Shape & Required<Pick<Shape, 'type'>> =>
  shape?.kind === 'nested' && !shape.isList && shape.type !== undefined;

const valueAt = (record: object, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, name) => (value as Record<string, unknown> | null | undefined)?.[name], record);

/** A value as text: lists of texts with semicolons, of anything else as JSON. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value) && value.every((item) => typeof item === 'string' || typeof item === 'number'))
    return value.join('; ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean);
}
