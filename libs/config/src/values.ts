import { isIP } from 'node:net';
import { z } from 'zod';
import { isPostgresUrl } from './postgres-url.js';

export const limit = z.coerce.number().int().min(0);
// PostgreSQL subtracts them from now: what lies before the year -4713 is no moment.
export const days = z.coerce.number().int().min(0).max(100_000);
/** As `days`; what is younger is still undone and looked at. */
export const runDays = days.refine((value) => value === 0 || value >= 30, 'must be 0 or at least 30');
export const flag = z
  .enum(['true', 'false'])
  .default('false')
  .transform((value) => value === 'true');
/** `CONSOLE`: whether it is there, or where a Vite server of this machine makes it. */
export const consoleSetting = z
  .union([z.enum(['on', 'off']), z.url({ protocol: /^http$/, hostname: /^localhost$/ })], {
    error: 'must be on or off',
  })
  .default('on');
export const list = z.string().transform((value) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean),
);

const DNS_SERVER = /^(?:(?<v4>[\d.]+)(?::\d{1,5})?|\[(?<v6>[\da-fA-F:.]+)\](?::\d{1,5})?)$/;

/** Addresses of DNS servers, each with a port or without. */
export const dnsServers = list.refine(
  (servers) =>
    servers.every((server) => {
      const { v4, v6 } = DNS_SERVER.exec(server)?.groups ?? {};
      return isIP(v4 ?? v6 ?? server) !== 0;
    }),
  'must be addresses, such as 192.0.2.53 or [2001:db8::53]:5353, comma-separated',
);

/** `TRUST_PROXY` as Express takes it: a boolean, a number of hops, or a list of addresses. */
export const trustProxy = z.string().transform((value): boolean | number | string => {
  if (value === 'true' || value === 'false') return value === 'true';
  return /^\d+$/.test(value) ? Number(value) : value;
});

export const postgresUrl = z
  .string()
  .refine(
    isPostgresUrl,
    'must be a PostgreSQL URL; with several hosts, it must end in ?target_session_attrs=read-write',
  );

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Whom people ask: an address of mail, or one of the web. */
export const contact = z.union([z.email(), z.url({ protocol: /^https?$/ })], {
  error: 'must be an email address, or an http or https address',
});

/** An OpenID provider must use https, except on this machine. */
export const issuer = z.url({ protocol: /^https?$/ }).refine(
  (value) => {
    const { protocol, hostname } = new URL(value);
    return protocol === 'https:' || LOOPBACK.test(hostname);
  },
  { message: 'must be an https address (http only on this machine)' },
);

const PLACEHOLDER = /\{(\w*)\}/g;
const RUN_PLACEHOLDERS = ['organization', 'product', 'number'];

/** The address of a run in a frontend: a template of `{organization}`, `{product}` and `{number}`. */
export const runUrl = z
  .string()
  .refine(
    (template) =>
      /^https?:/.test(template) &&
      URL.canParse(template.replace(PLACEHOLDER, 'x')) &&
      [...template.matchAll(PLACEHOLDER)].every(([, name]) => RUN_PLACEHOLDERS.includes(name!)),
    { message: 'must be an http or https address with the placeholders {organization}, {product} and {number}' },
  );

/** CI providers by kind and issuer: `github=https://…,gitlab=https://…`, beside those that everybody uses. */
export const trustedIssuers = list.pipe(
  z.array(
    z
      .string()
      .regex(/^(github|gitlab)=./, 'must be github=ADDRESS or gitlab=ADDRESS')
      .transform((item) => {
        const [kind, ...address] = item.split('=');
        return { kind: kind as 'github' | 'gitlab', issuer: address.join('=').replace(/\/+$/, '') };
      })
      .pipe(z.object({ kind: z.enum(['github', 'gitlab']), issuer })),
  ),
);
