import { Query } from 'pg';

/** How rows are read: what PostgreSQL says of the columns of a statement, as the driver has understood it. */
export interface Description {
  fields: unknown;
  _parsers: unknown;
  _prebuiltEmptyResultObject: unknown;
}

export type Done = (error: Error | null, result: unknown) => void;

/** The parts of the driver that its types do not name. */
interface DriverQuery {
  name: string;
  _result: Description;
  _accumulateRows: boolean;
  prepare(connection: object): void;
  handleRowDescription(message: object): void;
}

const DriverQuery = Query as unknown as new (text: string, values: unknown[], done: Done) => DriverQuery;

/**
 * A prepared statement that asks for its description once for each connection. The driver asks each time, and
 * PostgreSQL never answers otherwise: it would rather fail than let what a prepared statement returns change. To take
 * it apart was a tenth of a small read.
 */
export class PreparedQuery extends DriverQuery {
  /**
   * @param described what is known of the statements of the connection, by their names; undefined where it may change
   */
  constructor(
    name: string,
    [text, values]: [text: string, values: unknown[]],
    private readonly described: Map<string, Description> | undefined,
    done: Done,
  ) {
    super(text, values, done);
    this.name = name;
  }

  override prepare(connection: object): void {
    const known = this.described?.get(this.name);
    if (!known) return super.prepare(connection);
    Object.assign(this._result, known);
    this._accumulateRows = true;
    super.prepare(withoutDescribe(connection));
  }

  override handleRowDescription(message: object): void {
    super.handleRowDescription(message);
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
    this.described?.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject });
  }
}

const quiet = new WeakMap<object, object>();

/** The same connection, but that it asks for no description. */
function withoutDescribe(connection: object): object {
  const known = quiet.get(connection);
  if (known) return known;
  const made = Object.create(connection, { describe: { value: () => {} } }) as object;
  quiet.set(connection, made);
  return made;
}
