import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { ConfigurationError, readSettings } from './settings.js';

const KNOWN = parseEnvExample(readFileSync('.env.example', 'utf8'));
const deployed = (overlay: string) =>
  parseEnv(
    ['settings.env', 'secrets.env']
      .map((file) => readFileSync(`deploy/kubernetes/overlays/${overlay}/${file}`, 'utf8'))
      .join('\n'),
  ) as Record<string, string>;

/** Names of variables, also of those that are commented out. */
function parseEnvExample(text: string): string[] {
  return [...text.matchAll(/^#?([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name!);
}

const FILLED = {
  PUBLIC_URL: 'https://curbcut.example.org',
  DATABASE_URL: 'postgres://curbcut:secret@database.example.org:5432/curbcut',
  SECRET_KEY: 'k'.repeat(44),
  SMTP_URL: 'smtp://mail.example.org:587',
  METRICS_TOKEN: 't'.repeat(24),
  S3_BUCKET: 'curbcut',
  S3_REGION: 'eu-central-1',
  S3_ENDPOINT: 'https://s3.example.org',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
};

describe.each(['single', 'replicas'])('deploy/kubernetes, %s', (overlay) => {
  const variables = deployed(overlay);
  const open = Object.keys(variables).filter((name) => ['', 'REPLACE-ME'].includes(variables[name]!));
  const filled = Object.fromEntries(open.map((name) => [name, FILLED[name as keyof typeof FILLED]]));

  test('has variables of the service only', () => {
    expect(KNOWN).toEqual(expect.arrayContaining(Object.keys(variables)));
  });

  test.each(open)('does not start while %s is left open', (name) => {
    const read = () => readSettings({ ...variables, ...filled, [name]: variables[name] });
    expect(read).toThrow(ConfigurationError);
    expect(read).toThrow(`${name}:`);
  });

  test('starts once all is filled', () => {
    expect(readSettings({ ...variables, ...filled })).toMatchObject({ isSecure: true, trustProxy: 1 });
  });
});

test('pods that answer together share their limits and their pictures', () => {
  expect(readSettings({ ...deployed('replicas'), ...FILLED })).toMatchObject({
    databaseUrl: FILLED.DATABASE_URL,
    secretKey: FILLED.SECRET_KEY,
    limits: { store: 'postgres' },
    s3: { bucket: 'curbcut' },
  });
});
