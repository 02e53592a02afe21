import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A TCP proxy that simulates network faults. */
export class TcpProxy {
  /** How much later each piece arrives, in both directions. */
  latencyMs = 0;
  /** After how many bytes of answer a connection is reset; undefined: never. */
  resetAfter?: number;
  /** Silently drops all data and connection ends; affected connections stay cut off. */
  blackHole = false;
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    private readonly target: number,
  ) {
    server.on('connection', (client) => this.join(client));
  }

  /** Leads to a port of this machine. */
  static async to(target: number): Promise<TcpProxy> {
    const server = createServer({ noDelay: true });
    const proxy = new TcpProxy(server, target);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return proxy;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Resets every connection (RST). */
  reset(): void {
    for (const socket of this.sockets) socket.resetAndDestroy();
  }

  async stop(): Promise<void> {
    const closed = once(this.server.close(), 'close');
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  private join(client: Socket): void {
    const server = connect({ port: this.target, host: '127.0.0.1', noDelay: true });
    const link = { isLost: false };
    this.pass(client, server, link);
    this.pass(server, client, link, true);
  }

  private pass(from: Socket, to: Socket, link: { isLost: boolean }, isAnswer = false): void {
    let passed = 0;
    let arrival = 0;
    const isCutOff = (): boolean => (link.isLost ||= this.blackHole);
    const later = (work: () => void): void => {
      // Pieces never overtake each other, also when the latency changes.
      arrival = Math.max(arrival, Date.now() + this.latencyMs);
      if (this.latencyMs === 0 && arrival <= Date.now()) work();
      else setTimeout(work, arrival - Date.now());
    };
    this.sockets.add(from);
    from.on('error', () => {});
    from.on('data', (chunk: Buffer) => {
      if (isCutOff()) return;
      passed += chunk.length;
      later(() => {
        if (isAnswer && this.resetAfter !== undefined && passed > this.resetAfter) {
          from.resetAndDestroy();
          to.resetAndDestroy();
        } else to.write(chunk);
      });
    });
    from.on('close', () => {
      this.sockets.delete(from);
      // With dropped packets the other side keeps waiting for a client that has left.
      if (!isCutOff()) later(() => to.destroy());
    });
  }
}
