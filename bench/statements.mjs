import { once } from 'node:events';
import { connect, createServer } from 'node:net';

const LENGTH_BYTES = 4;
const BRACKETS = /^\s*(BEGIN|START TRANSACTION|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|SET )/i;

/** A database proxy that counts statements, except BEGIN and COMMIT. */
export async function countingProxy(databaseUrl) {
  const { hostname, port } = new URL(databaseUrl);
  let count = 0;
  const proxy = createServer((client) => {
    const database = connect(Number(port || 5432), hostname);
    const read = statementReader((text) => BRACKETS.test(text) || (count += 1));
    client.on('data', read);
    client.pipe(database).pipe(client);
    for (const side of [client, database]) {
      side.once('error', () => [client, database].forEach((socket) => socket.destroy()));
      side.once('close', () => [client, database].forEach((socket) => socket.destroy()));
    }
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (proxy.address()).port}`;
  return {
    url: url.href,
    close: () => proxy.close(),
    /** How many statements went through while this was done. */
    async during(act) {
      const before = count;
      await act();
      return count - before;
    },
  };
}

/** Follows the messages of one connection, and tells the text of each statement that is run, prepared before or not. */
function statementReader(onStatement) {
  let rest = Buffer.alloc(0);
  let isStarted = false;
  const prepared = new Map();
  let bound = '';
  const READERS = {
    Q: (body) => onStatement(textAt(body, 0).text),
    P(body) {
      const name = textAt(body, 0);
      prepared.set(name.text, textAt(body, name.end).text);
    },
    B(body) {
      bound = prepared.get(textAt(body, textAt(body, 0).end).text) ?? '';
    },
    E: () => onStatement(bound),
  };
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      // The first message has no letter.
      const head = isStarted ? 1 : 0;
      if (rest.length < head + LENGTH_BYTES) return;
      const end = head + rest.readUInt32BE(head);
      if (rest.length < end) return;
      if (isStarted) READERS[String.fromCharCode(rest.readUInt8(0))]?.(rest.subarray(head + LENGTH_BYTES, end));
      isStarted = true;
      rest = rest.subarray(end);
    }
  };
}

function textAt(body, start) {
  const end = body.indexOf(0, start);
  return { text: body.toString('utf8', start, end), end: end + 1 };
}
