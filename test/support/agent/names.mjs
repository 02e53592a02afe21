// Loaded into an agent by --import: names stand in the file NAMES_FILE with the addresses that they lead to now, so that one
// can change while it is used. All others are looked up as ever.
import dns from 'node:dns';
import { readFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { isIP } from 'node:net';

const { lookup } = dns;
dns.lookup = (host, options, done) => {
  const addresses = JSON.parse(readFileSync(process.env.NAMES_FILE, 'utf8'))[host];
  if (!addresses) return lookup(host, options, done);
  process.nextTick(
    done,
    null,
    addresses.map((address) => ({ address, family: isIP(address) })),
  );
};
syncBuiltinESMExports();
