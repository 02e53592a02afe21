import { Client } from 'pg';

const ANSWER_WITHIN_MS = 2_000;

/** Where the writes of a cluster went last, by its addresses. */
const primaries = new Map<string, string>();
/** Connections that are made together ask once. */
const searches = new Map<string, Promise<string>>();

/**
 * Which of these addresses takes writes: the one that did so last is asked first, then all others at once, because of a
 * host that is gone none but the time tells.
 * @throws the answer of a server that refuses us, such as for a wrong password; else an error with the code of an
 *   unreachable server
 */
export async function primaryOf(addresses: readonly string[]): Promise<string> {
  const cluster = addresses.join();
  const search =
    searches.get(cluster) ?? searchFor(addresses, primaries.get(cluster)).finally(() => searches.delete(cluster));
  searches.set(cluster, search);
  const address = await search;
  primaries.set(cluster, address);
  return address;
}

async function searchFor(addresses: readonly string[], last = addresses[0]!): Promise<string> {
  try {
    return await takingWrites(last);
  } catch (refusal) {
    const others = addresses.filter((address) => address !== last);
    return Promise.any(others.map(takingWrites)).catch(({ errors }: AggregateError) => {
      const answer = [refusal, ...errors].find((error: { severity?: string }) => error.severity !== undefined);
      throw answer ?? noneOf(addresses, refusal);
    });
  }
}

const noneOf = (addresses: readonly string[], cause: unknown): Error =>
  Object.assign(new Error(`none of ${addresses.length} servers accepts writes`, { cause }), { code: 'ECONNREFUSED' });

/** The address, if its server takes writes. */
async function takingWrites(address: string): Promise<string> {
  const client = new Client({
    connectionString: address,
    connectionTimeoutMillis: ANSWER_WITHIN_MS,
    query_timeout: ANSWER_WITHIN_MS,
    application_name: 'curbcut-probe',
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ readOnly: string }>(
      `SELECT current_setting('transaction_read_only') AS "readOnly"`,
    );
    if (rows[0]!.readOnly === 'on') throw new Error('it is a read replica');
    return address;
  } finally {
    void client.end().catch(() => {});
  }
}
