import type { Statement } from './query-together.js';

/** The text form of a UUID. */
export type Uuid = string;

/**
 * A statement as it is sent. `Parameters` and `Row` name its parameters and its columns; a contract test compares them
 * with the types that PostgreSQL describes.
 */
export interface Sql<Parameters extends readonly unknown[], Row> {
  readonly text: string;
  /** Never there: it keeps the types apart. */
  readonly types?: (parameters: Parameters) => Row;
}

/** A statement. One that returns no rows names none: `sql<[id: Uuid]>('DELETE …')`. */
export const sql = <Parameters extends readonly unknown[], Row = never>(text: string): Sql<Parameters, Row> => ({
  text,
});

/** What a statement can differ by, each with all of its values. */
type Choices<Options> = { readonly [Name in keyof Options]: readonly Options[Name][] };

/** A statement that leaves parts out where they have nothing to do. */
export interface SqlVariants<Parameters extends readonly unknown[], Row, Options> {
  (options: Options): Sql<Parameters, Row>;
  /** Every combination of options. */
  readonly all: readonly { options: Options; statement: Sql<Parameters, Row> }[];
}

/** The variants of a statement, each made once. All have the same parameters. */
export function variants<Parameters extends readonly unknown[], Row, Options extends Record<string, boolean | string>>(
  choices: Choices<Options>,
  textOf: (options: Options) => string,
): SqlVariants<Parameters, Row, Options> {
  const names = Object.keys(choices) as (keyof Options & string)[];
  const combinations = names.reduce<Partial<Options>[]>(
    (made, name) => made.flatMap((options) => choices[name].map((value) => ({ ...options, [name]: value }))),
    [{}],
  ) as Options[];
  const all = combinations.map((options) => ({ options, statement: sql<Parameters, Row>(textOf(options)) }));
  const keyOf = (options: Options): string => names.map((name) => options[name]).join();
  const byKey = new Map(all.map(({ options, statement }) => [keyOf(options), statement]));
  return Object.assign((options: Options) => byKey.get(keyOf(options))!, { all });
}

/** Ids as PostgreSQL reads an array: the driver would quote each of them. */
export const arrayOf = (ids: readonly Uuid[]): string => `{${ids.join(',')}}`;

/** A transaction, or the database outside of one. */
interface Queryable {
  query(text: string, values: unknown[]): Promise<unknown>;
}

/** Sends a statement; returns its rows. */
export async function query<Parameters extends readonly unknown[], Row>(
  tx: Queryable,
  statement: Sql<Parameters, Row>,
  parameters: Parameters,
): Promise<Row[]> {
  const result = (await tx.query(statement.text, [...parameters])) as Row[] | [rows: Row[], count: number];
  return isCounted(result) ? result[0] : result;
}

/** Sends an UPDATE or DELETE; returns how many rows it changed. */
export async function execute<Parameters extends readonly unknown[]>(
  tx: Queryable,
  statement: Sql<Parameters, unknown>,
  parameters: Parameters,
): Promise<number> {
  const result = (await tx.query(statement.text, [...parameters])) as unknown[] | [rows: unknown[], count: number];
  return isCounted(result) ? result[1] : result.length;
}

/** TypeORM returns rows and their number for UPDATE and DELETE, and rows alone for all else. */
const isCounted = <Row>(result: Row[] | [rows: Row[], count: number]): result is [rows: Row[], count: number] =>
  result.length === 2 && Array.isArray(result[0]);

/** A statement with the values of its parameters, for whoever sends it together with others. */
export const bound = <Parameters extends readonly unknown[]>(
  statement: Sql<Parameters, unknown>,
  parameters: Parameters,
): Statement => [statement.text, parameters];
