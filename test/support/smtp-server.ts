import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

/** A mail as it went over the wire. */
export interface WireMail {
  to: string;
  headers: Readonly<Record<string, string>>;
  /** The parts by their types, decoded. */
  parts: Readonly<Record<string, string>>;
}

/** A mail server that takes every mail and keeps it, as a mail program would read it. */
export class SmtpServer {
  readonly mails: WireMail[] = [];
  private constructor(private readonly server: Server) {}

  static async start(): Promise<SmtpServer> {
    const server = createServer();
    const started = new SmtpServer(server);
    server.on('connection', (socket) => started.serve(socket));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return started;
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  of(to: string): WireMail[] {
    return this.mails.filter((mail) => mail.to === to);
  }

  async stop(): Promise<void> {
    this.server.close();
    await once(this.server, 'close');
  }

  private serve(socket: Socket): void {
    const say = (line: string): unknown => socket.write(`${line}\r\n`);
    let [waiting, to, isData] = ['', '', false];
    socket.setEncoding('utf8').on('error', () => {});
    socket.on('data', (part: string) => {
      waiting += part;
      for (;;) {
        const end = waiting.indexOf(isData ? '\r\n.\r\n' : '\r\n');
        if (end < 0) return;
        const line = waiting.slice(0, end);
        waiting = waiting.slice(end + (isData ? 5 : 2));
        if (isData) {
          this.mails.push({ to, ...read(line.replace(/^\.\./gm, '.')) });
          isData = false;
          say('250 kept');
        } else if (/^DATA$/i.test(line)) {
          isData = true;
          say('354 go on');
        } else {
          to = /^RCPT TO:<(.*)>/i.exec(line)?.[1] ?? to;
          say(/^QUIT/i.test(line) ? '221 bye' : '250 ok');
        }
      }
    });
    say('220 test');
  }
}

function read(mail: string): Pick<WireMail, 'headers' | 'parts'> {
  const headers = headersOf(mail);
  const boundary = /boundary="?([^";]+)"?/.exec(headers['content-type'] ?? '')?.[1];
  const parts =
    boundary === undefined
      ? [mail]
      : mail
          .split(`--${boundary}`)
          .slice(1, -1)
          .map((part) => part.slice(2));
  return { headers, parts: Object.fromEntries(parts.map((part) => [typeOf(part), decoded(part)])) };
}

function headersOf(mail: string): Record<string, string> {
  const lines = mail
    .split('\r\n\r\n', 1)[0]!
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  return Object.fromEntries(lines.map((line) => [line.split(':', 1)[0]!.toLowerCase(), line.replace(/^[^:]*: ?/, '')]));
}

const typeOf = (part: string): string => headersOf(part)['content-type']!.split(';', 1)[0]!;

function decoded(part: string): string {
  const body = part.slice(part.indexOf('\r\n\r\n') + 4);
  const coding = headersOf(part)['content-transfer-encoding'];
  if (coding === 'base64') return Buffer.from(body, 'base64').toString();
  if (coding !== 'quoted-printable') return body;
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
