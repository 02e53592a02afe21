import { Client } from 'pg';

/** PostgreSQL's types of the parameters and columns of a statement. */
export interface DescribedStatement {
  parameters: string[];
  columns: { name: string; type: string }[];
}

interface Connection {
  parse(statement: { name: string; text: string; types: number[] }): void;
  describe(statement: { type: 'S'; name: string }): void;
  sync(): void;
  once(event: string, handler: (message: never) => void): void;
  removeListener(event: string, handler: (message: never) => void): void;
}

/**
 * Has PostgreSQL describe a statement without running it (*Parse* and *Describe* of the protocol), under a query of the
 * driver's own.
 */
class Description {
  private parameterIds: number[] = [];
  private fields: { name: string; dataTypeID: number }[] = [];
  private readonly note = ({ dataTypeIDs }: { dataTypeIDs: number[] }): void => void (this.parameterIds = dataTypeIDs);
  private connection: Connection | undefined;

  constructor(
    private readonly text: string,
    private readonly done: (error: Error | null, ids?: { parameters: number[]; fields: Description['fields'] }) => void,
  ) {}

  submit(connection: Connection): void {
    this.connection = connection;
    connection.once('parameterDescription', this.note as (message: never) => void);
    connection.parse({ name: '', text: this.text, types: [] });
    connection.describe({ type: 'S', name: '' });
    connection.sync();
  }

  handleRowDescription({ fields }: { fields: Description['fields'] }): void {
    this.fields = fields;
  }

  handleError(error: Error): void {
    this.leave();
    this.done(error);
  }

  handleReadyForQuery(): void {
    this.leave();
    this.done(null, { parameters: this.parameterIds, fields: this.fields });
  }

  private leave(): void {
    this.connection?.removeListener('parameterDescription', this.note as (message: never) => void);
  }
}

/** Describes statements of a database on one connection. */
export async function describing<T>(
  url: string,
  work: (describe: (text: string) => Promise<DescribedStatement>) => Promise<T>,
): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ oid: number; name: string }>(
      `SELECT oid::int, format_type(oid, NULL) AS name FROM pg_type`,
    );
    const names = new Map(rows.map(({ oid, name }) => [oid, name]));
    return await work(
      (text) =>
        new Promise((resolve, reject) => {
          const description = new Description(text, (error, ids) => {
            if (error || !ids) return reject(error!);
            resolve({
              parameters: ids.parameters.map((id) => names.get(id) ?? String(id)),
              columns: ids.fields.map(({ name, dataTypeID }) => ({ name, type: names.get(dataTypeID)! })),
            });
          });
          client.query(description as never);
        }),
    );
  } finally {
    await client.end();
  }
}
