import { lookup as resolve } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from '#libs/outbound';
import { LocalFault } from '../faults.js';

/** What pages may be loaded from: the public internet, and what the operator of the agent has named. */
export interface Reach {
  /** Whether an address that a name led to may be connected to. */
  isAllowed(host: string, address: string, port: number): boolean;
}

/** The address is none that pages may be loaded from. */
export class RefusedAddress extends Error {
  constructor(host: string) {
    super(`${host} is not on the public internet`);
  }
}

/** A host, an address or a network, at one port or at all. */
interface Entry {
  host: string;
  network?: BlockList;
  port?: number;
}

/**
 * Reads AGENT_ALLOW and AGENT_DENY: hosts, addresses and networks such as `intranet.example`, `10.1.0.0/16`, `127.0.0.1:8080` or
 * `[::1]:8080`, with commas in between. What is denied is never reached.
 * @throws LocalFault that names the entry at fault
 */
export function reachOf({ allow, deny }: { allow?: string | undefined; deny?: string | undefined }): Reach {
  const [allowed, denied] = [entriesIn('AGENT_ALLOW', allow), entriesIn('AGENT_DENY', deny)];
  return {
    isAllowed: (host, address, port) =>
      !denied.some((entry) => isMeant(entry, host, address, port)) &&
      (isPublicAddress(address) || allowed.some((entry) => isMeant(entry, host, address, port))),
  };
}

function isMeant({ host: named, network, port: at }: Entry, host: string, address: string, port: number): boolean {
  if (at !== undefined && at !== port) return false;
  if (!network) return named === host.toLowerCase();
  const plain = mapped(address);
  return network.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4');
}

/** IPv4 in the clothes of IPv6 is IPv4: it is where the connection ends. */
const mapped = (address: string): string => /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;

const entriesIn = (variable: string, text = ''): Entry[] =>
  text
    .split(/[\s,]+/)
    .filter((word) => word !== '')
    .map((word) => entryIn(variable, word));

function entryIn(variable: string, word: string): Entry {
  const fault = new LocalFault(
    `${variable}: "${word}" must be a host, an address or a network, such as intranet.example, 10.1.0.0/16 or 127.0.0.1:8080.`,
  );
  const [, bracketed, plain, port] = /^(?:\[([\da-f:.]+(?:\/\d{1,3})?)\]|([^:[\]]+))(?::(\d{1,5}))?$/i.exec(word) ?? [
    '',
    isIP(word.split('/')[0]!) === 6 ? word : undefined,
  ];
  const host = (bracketed ?? plain)?.toLowerCase();
  if (host === undefined || Number(port ?? 0) > 65_535) throw fault;
  const at = port === undefined ? {} : { port: Number(port) };
  const [address = '', prefix] = host.split('/');
  const version = isIP(address);
  if (version === 0) {
    if (prefix === undefined && /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(host)) return { host, ...at };
    throw fault;
  }
  const whole = version === 4 ? 32 : 128;
  if (prefix !== undefined && (!/^\d{1,3}$/.test(prefix) || Number(prefix) > whole)) throw fault;
  const network = new BlockList();
  network.addSubnet(address, prefix === undefined ? whole : Number(prefix), version === 4 ? 'ipv4' : 'ipv6');
  return { host, network, ...at };
}

/**
 * What a connection to a host is made with, so that it ends where it was judged that it may: what is looked up is judged, and
 * nothing is looked up again.
 * @throws RefusedAddress where the host is an address, and refused
 */
export function guardedLookup(reach: Reach, host: string, port: number): { lookup: LookupFunction } {
  if (isIP(host) && !reach.isAllowed(host, host, port)) throw new RefusedAddress(host);
  return {
    lookup: (hostname, options, done) => {
      resolve(hostname, { ...options, all: true }, (error, addresses) => {
        if (error) return done(error, []);
        // All of them: a name that leads to both would be tried until the private one answers.
        if (addresses.some(({ address }) => !reach.isAllowed(host, address, port)))
          return done(new RefusedAddress(host), []);
        if (options.all) return done(null, addresses);
        done(null, addresses[0]!.address, addresses[0]!.family);
      });
    },
  };
}
