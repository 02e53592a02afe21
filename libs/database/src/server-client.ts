import { addressesOf } from '#libs/config';
import { Client, type ClientConfig } from 'pg';
import { primaryOf } from './primary.js';

type Connected = (error?: Error) => void;

/**
 * A connection to the server that an address names; to the one that takes writes, where the address names several
 * hosts.
 */
export class ServerClient extends Client {
  private readonly addresses: readonly string[];
  /** The address of the host that it is, or will be, connected to. */
  protected address: string;

  constructor(config: ClientConfig = {}) {
    const addresses = addressesOf(config.connectionString!);
    super({ ...config, connectionString: addresses[0] });
    this.addresses = addresses;
    this.address = addresses[0]!;
  }

  override connect(): Promise<Client>;
  override connect(connected: Connected): void;
  override connect(connected?: Connected): Promise<Client> | void {
    if (this.addresses.length === 1) return connected ? super.connect(connected) : super.connect();
    const attempt = this.connectToPrimary();
    if (!connected) return attempt;
    attempt.then(() => connected(), connected);
  }

  private async connectToPrimary(): Promise<Client> {
    this.address = await primaryOf(this.addresses);
    const { host, port } = new Client({ connectionString: this.address });
    Object.assign(this, { host, port });
    return super.connect();
  }
}
