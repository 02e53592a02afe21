import type { Sql } from '#libs/database';
import { mapInSlices } from '#libs/queues';
import type { EntityManager } from 'typeorm';

/** A row of an export, with what orders it among those of other organizations. */
interface OrderedRow {
  sortAt: Date;
  sortId: string;
  organizationId?: string | null;
}

/** JSON of a row, and what orders it. */
interface OrderedText {
  key: string;
  text: string;
}

const ROWS_AT_ONCE = 200;
/** As keys are compared, which know milliseconds. */
const ORDER = `date_trunc('milliseconds', "sortAt"), "sortId"::text COLLATE "C"`;

const declaration = (name: string, text: string): string =>
  ['DECLARE', name, 'NO SCROLL CURSOR FOR SELECT * FROM (', text, ') AS rows ORDER BY', ORDER].join(' ');

/**
 * The rows of a statement in their order, some at a time, so that they are never in memory together; within a
 * transaction.
 * @param name of a cursor that the transaction has no other of
 */
export async function* orderedRows<Parameters extends readonly unknown[]>(
  tx: EntityManager,
  name: string,
  statement: Sql<Parameters, object>,
  parameters: Parameters,
  isWanted: (row: OrderedRow) => boolean = () => true,
): AsyncGenerator<OrderedText> {
  await tx.query(declaration(name, statement.text), [...parameters]);
  for (;;) {
    const rows = (await tx.query(`FETCH ${ROWS_AT_ONCE} FROM ${name}`)) as OrderedRow[];
    const texts = await mapInSlices(rows.filter(isWanted), ({ sortAt, sortId, ...row }) => ({
      key: `${sortAt.toISOString()} ${sortId}`,
      text: JSON.stringify(row),
    }));
    yield* texts;
    if (rows.length < ROWS_AT_ONCE) break;
  }
  await tx.query(`CLOSE ${name}`);
}

/** The rows of all sources in one order, each once: of one that several have, the first source's. */
export async function* merged(sources: readonly AsyncGenerator<OrderedText>[]): AsyncGenerator<string> {
  const heads: { source: AsyncGenerator<OrderedText>; head: OrderedText }[] = [];
  const advance = async (source: AsyncGenerator<OrderedText>) => {
    const { value, done } = await source.next();
    return done ? undefined : value;
  };
  for (const source of sources) {
    const head = await advance(source);
    if (head) heads.push({ source, head });
  }
  let last: string | undefined;
  while (heads.length > 0) {
    const first = heads.reduce((least, one) => (one.head.key < least.head.key ? one : least));
    if (first.head.key !== last) yield first.head.text;
    last = first.head.key;
    const next = await advance(first.source);
    if (next) first.head = next;
    else heads.splice(heads.indexOf(first), 1);
  }
}
