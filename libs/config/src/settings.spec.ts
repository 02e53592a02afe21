import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { ConfigurationError, environment, readSettings } from './settings.js';

const EXAMPLE = readFileSync(resolve(__dirname, '../../../.env.example'), 'utf8');
/** What a file of variables says: `NAME=value` in lines of their own. */
const assigned = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/^([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(([, name, value]) => [name!, value!]));

test('.env.example tells the default of every variable that has one, and names all others', () => {
  const defaults = environment.parse({});
  expect(environment.parse(assigned(EXAMPLE))).toEqual(defaults);
  // A list that is empty is told by an example of what it may hold, as a variable without a default is.
  const isAssigned = ([, value]: [string, unknown]): boolean => [value].flat().length > 0;
  const assignedDefaults = Object.entries(defaults).filter(isAssigned);
  expect(Object.keys(assigned(EXAMPLE)).sort()).toEqual(assignedDefaults.map(([name]) => name).sort());
  const named = assigned(EXAMPLE.replaceAll(/^#(?=[A-Z])/gm, ''));
  expect(Object.keys(named).sort()).toEqual(Object.keys(environment.shape).sort());
});

test('every faulty variable is named at once', () => {
  const read = () => readSettings({ PORT: 'eighty', SIGN_UP: 'maybe', DATABASE_URL: 'mysql://x' });
  expect(read).toThrow(ConfigurationError);
  expect(read).toThrow(/PORT:[\s\S]*DATABASE_URL:[\s\S]*SIGN_UP:/);
});

test.each([
  ['true', true],
  ['false', false],
  ['1', 1],
  ['loopback, 10.0.0.0/8', 'loopback, 10.0.0.0/8'],
])('TRUST_PROXY %s reaches Express as %p', (value, expected) => {
  expect(readSettings({ TRUST_PROXY: value }).trustProxy).toBe(expected);
});

test('an empty variable counts as absent', () => {
  expect(readSettings({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 3000, databaseUrl: undefined });
});

test('standbys are a list of PostgreSQL addresses, and need a primary', () => {
  const DATABASE_URL = 'postgres://a/b';
  expect(readSettings({}).databaseReplicaUrls).toEqual([]);
  const [one, other] = ['postgres://one/b', 'postgresql://u:p@other:5433/b'];
  expect(readSettings({ DATABASE_URL, DATABASE_REPLICA_URLS: `${one}, ${other}` }).databaseReplicaUrls).toEqual([
    one,
    other,
  ]);
  expect(() => readSettings({ DATABASE_REPLICA_URLS: one })).toThrow('DATABASE_REPLICA_URLS: requires DATABASE_URL');
  expect(() => readSettings({ DATABASE_URL, DATABASE_REPLICA_URLS: `${one},mysql://x` })).toThrow(
    'DATABASE_REPLICA_URLS.1:',
  );
});

test('a pooler comes with the address of the server behind it, and what concerns it with a pooler', () => {
  const DATABASE_URL = 'postgres://pooler/b';
  const DATABASE_DIRECT_URL = 'postgres://one:1,other:2/b?target_session_attrs=read-write';
  const pooled = { DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_POOLED: 'true' };
  expect(readSettings({ DATABASE_URL }).databasePooler).toBeUndefined();
  expect(readSettings(pooled)).toMatchObject({
    databasePooler: { keepsStatements: false },
    databaseDirectUrl: DATABASE_DIRECT_URL,
  });
  expect(readSettings({ ...pooled, DATABASE_POOLED_STATEMENTS: 'true' }).databasePooler).toEqual({
    keepsStatements: true,
  });
  expect(() => readSettings({ DATABASE_URL, DATABASE_POOLED: 'true' })).toThrow('DATABASE_DIRECT_URL: required');
  expect(() => readSettings({ DATABASE_URL, DATABASE_DIRECT_URL })).toThrow('DATABASE_DIRECT_URL: requires');
  expect(() => readSettings({ DATABASE_URL, DATABASE_POOLED_STATEMENTS: 'true' })).toThrow(
    'DATABASE_POOLED_STATEMENTS: requires',
  );
  expect(() => readSettings({ DATABASE_URL: 'postgres://one,other/b' })).toThrow('target_session_attrs=read-write');
});

const S3 = { S3_BUCKET: 'b', S3_REGION: 'eu-1', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };

test('a store needs its bucket, region and credentials together, and says which are missing beside other faults', () => {
  expect(readSettings(S3).s3).toEqual({ bucket: 'b', region: 'eu-1', accessKeyId: 'id', secretAccessKey: 'secret' });
  expect(readSettings({ ...S3, S3_ENDPOINT: 'http://127.0.0.1:9000' }).s3?.endpoint).toBe('http://127.0.0.1:9000');
  expect(readSettings({}).s3).toBeUndefined();
  for (const name of Object.keys(S3)) expect(() => readSettings({ ...S3, [name]: '' })).toThrow(`${name}: required`);
  const read = () => readSettings({ PORT: 'eighty', S3_ENDPOINT: 'ftp://x', S3_REGION: 'eu-1' });
  expect(read).toThrow(/PORT:[\s\S]*S3_ENDPOINT:[\s\S]*S3_BUCKET: required if another S3 variable is set/);
});

const provider = { OIDC_ISSUER: 'https://id.example.org', OIDC_CLIENT_ID: 'curbcut', OIDC_CLIENT_SECRET: 'secret' };

test('an OpenID provider is configured whole or not at all', () => {
  expect(readSettings({}).oidc).toBeUndefined();
  expect(readSettings(provider).oidc).toEqual({
    issuer: 'https://id.example.org',
    clientId: 'curbcut',
    clientSecret: 'secret',
  });
  expect(() => readSettings({ ...provider, OIDC_ISSUER: '', OIDC_CLIENT_SECRET: '' })).toThrow(
    /OIDC_ISSUER: required with OIDC_CLIENT_ID[\s\S]*OIDC_CLIENT_SECRET: required with OIDC_CLIENT_ID/,
  );
});

test.each([
  ['http://127.0.0.1:9000', true],
  ['http://localhost:9000/realms/a', true],
  ['http://[::1]:9000', true],
  ['http://id.example.org', false],
  ['http://127.0.0.1.example.org', false],
  ['ftp://id.example.org', false],
])('the issuer %s is accepted: %p', (OIDC_ISSUER, accepted) => {
  const read = () => readSettings({ ...provider, OIDC_ISSUER });
  if (accepted) expect(read().oidc?.issuer).toBe(OIDC_ISSUER);
  else expect(read).toThrow(/OIDC_ISSUER/);
});

test('cookies for frontends of other sites go over https, and without a provider', () => {
  const SESSION_SAME_SITE = 'none';
  const https = { SESSION_SAME_SITE, PUBLIC_URL: 'https://api.example.org' };
  expect(readSettings({}).sameSite).toBe('lax');
  expect(readSettings(https).sameSite).toBe('none');
  for (const PUBLIC_URL of [undefined, 'http://api.example.org'])
    expect(() => readSettings({ SESSION_SAME_SITE, PUBLIC_URL })).toThrow(/SESSION_SAME_SITE: none requires an https/);
  expect(() => readSettings({ ...provider, ...https })).toThrow(
    /SESSION_SAME_SITE: none cannot be combined with OIDC_ISSUER/,
  );
  expect(() => readSettings({ SESSION_SAME_SITE: 'strict' })).toThrow(/SESSION_SAME_SITE/);
});

test('the origin of the frontend that mails lead to is one of ours', () => {
  const settings = readSettings({ PUBLIC_URL: 'https://api.example.org', APP_URL: 'https://app.example.org/curbcut/' });
  expect(settings.appUrl).toBe('https://app.example.org/curbcut');
  expect(settings.ownOrigins).toEqual(['https://api.example.org', 'https://app.example.org']);
});

test.each([
  ['http://127.0.0.1:3000', ['http://127.0.0.1:3000', 'http://localhost:3000', 'http://[::1]:3000']],
  ['http://localhost:8080/curbcut', ['http://localhost:8080', 'http://127.0.0.1:8080', 'http://[::1]:8080']],
  ['https://[::1]', ['https://[::1]', 'https://localhost', 'https://127.0.0.1']],
  ['https://localhost.example.org', ['https://localhost.example.org']],
  ['http://10.0.0.7:3000', ['http://10.0.0.7:3000']],
])('a service at %s is opened at %j', (PUBLIC_URL, origins) => {
  const { serviceOrigins, ownOrigins } = readSettings({ PUBLIC_URL });
  expect(serviceOrigins).toEqual(origins);
  expect(ownOrigins).toEqual(origins);
});

test.each([
  ['https://app.example/{organization}/{product}/runs/{number}', true],
  ['https://app.example/runs', true],
  ['https://app.example/{run}', false],
  ['https://app.example/{}', false],
  ['app.example/{number}', false],
  ['javascript:alert({number})', false],
])('the template %s of addresses of runs is accepted: %p', (RUN_URL, accepted) => {
  const read = () => readSettings({ RUN_URL });
  if (accepted) expect(read().runUrl).toBe(RUN_URL);
  else expect(read).toThrow(/RUN_URL/);
});

test('GitHub and GitLab are trusted issuers, and those that TRUSTED_ISSUERS names', () => {
  const issuers = (TRUSTED_ISSUERS = '') =>
    readSettings({ TRUSTED_ISSUERS }).trustedIssuers.map(({ kind, issuer }) => `${kind} ${issuer}`);
  const everybodys = ['github https://token.actions.githubusercontent.com', 'gitlab https://gitlab.com'];
  expect(issuers()).toEqual(everybodys);
  expect(issuers('github=https://ghe.example/_services/token, gitlab=http://127.0.0.1:8929/')).toEqual([
    ...everybodys,
    'github https://ghe.example/_services/token',
    'gitlab http://127.0.0.1:8929',
  ]);
  for (const faulty of [
    'https://gitlab.example',
    'bitbucket=https://b.example',
    'gitlab=http://gitlab.example',
    'gitlab=',
  ])
    expect(() => issuers(faulty)).toThrow(/TRUSTED_ISSUERS/);
});

test('probes get a port of their own or none', () => {
  expect(readSettings({}).healthPort).toBeUndefined();
  expect(readSettings({ HEALTH_PORT: '3001' }).healthPort).toBe(3001);
  expect(readSettings({ WORKER: 'only' }).healthPort).toBe(9090);
  expect(readSettings({ WORKER: 'only', HEALTH_PORT: '3000' }).healthPort).toBe(3000);
  expect(() => readSettings({ HEALTH_PORT: '3000' })).toThrow(/HEALTH_PORT: must differ/);
  expect(() => readSettings({ PORT: '4000', HEALTH_PORT: '4000' })).toThrow(/HEALTH_PORT: must differ/);
  expect(() => readSettings({ HEALTH_PORT: '0' })).toThrow(/HEALTH_PORT/);
});
