import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

const HEADER = 12;
const [TXT, IN] = [16, 1];
const [NO_ERROR, SERVER_FAILURE, NO_SUCH_NAME] = [0, 2, 3];

/** A DNS server of TXT records. */
export interface DnsServer {
  /** Where it answers, as `DNS_SERVERS` takes it. */
  address: string;
  /** The records by name. */
  records: Map<string, string[]>;
  /** Names for which it says that it cannot tell. */
  failing: Set<string>;
  close: () => void;
}

/** Starts a DNS server on this machine. */
export async function startDnsServer(): Promise<DnsServer> {
  const [records, failing] = [new Map<string, string[]>(), new Set<string>()];
  const socket = createSocket('udp4');
  socket.on('message', (asked, { port, address }) => {
    const { name, end } = questionOf(asked);
    const found = records.get(name);
    const code = failing.has(name) ? SERVER_FAILURE : found ? NO_ERROR : NO_SUCH_NAME;
    const answers = code === NO_ERROR ? found!.map(recordOf) : [];
    const header = Buffer.from(asked.subarray(0, HEADER));
    header.writeUInt16BE(0x8180 | code, 2);
    [1, answers.length, 0, 0].forEach((count, i) => header.writeUInt16BE(count, 4 + 2 * i));
    socket.send(Buffer.concat([header, asked.subarray(HEADER, end), ...answers]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address() as AddressInfo;
  return { address: `127.0.0.1:${port}`, records, failing, close: () => socket.close() };
}

function questionOf(asked: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = HEADER;
  for (let length = asked[at]!; length > 0; length = asked[at]!) {
    labels.push(asked.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 5 };
}

/** A record of the name that was asked for, in parts of 255 characters. */
function recordOf(text: string): Buffer {
  const parts = text.match(/.{1,255}/gs) ?? [''];
  const data = Buffer.concat(parts.map((part) => Buffer.from([part.length, ...Buffer.from(part, 'latin1')])));
  const head = Buffer.alloc(HEADER);
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(TXT, 2);
  head.writeUInt16BE(IN, 4);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}
