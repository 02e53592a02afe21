import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { nowSeconds } from './moments.js';

type Key = Awaited<ReturnType<typeof generateKeyPair>>;

/** The claims of a job, as each provider writes them (docs.github.com, docs.gitlab.com). */
const JOBS = {
  github: {
    sub: 'repo:acme/shop:ref:refs/heads/main',
    repository: 'acme/shop',
    repository_id: '74',
    repository_owner: 'acme',
    repository_owner_id: '65',
    ref: 'refs/heads/main',
    ref_type: 'branch',
    ref_protected: 'true',
    event_name: 'push',
    workflow: 'Accessibility',
    job_workflow_ref: 'acme/shop/.github/workflows/a11y.yml@refs/heads/main',
    run_id: '4711',
    run_attempt: '1',
  },
  gitlab: {
    sub: 'project_path:acme/shop:ref_type:branch:ref:main',
    project_path: 'acme/shop',
    project_id: '22',
    namespace_path: 'acme',
    namespace_id: '72',
    ref: 'main',
    ref_type: 'branch',
    ref_path: 'refs/heads/main',
    ref_protected: 'true',
    pipeline_source: 'push',
    ci_config_ref_uri: 'gitlab.example/acme/shop//.gitlab-ci.yml@refs/heads/main',
    pipeline_id: '574',
    job_id: '302',
  },
} as const;

/** How the issuer misbehaves in its next answers. */
interface Misbehaviour {
  /** Answers with this status. */
  fails?: number;
  /** What its configuration says instead. */
  configuration?: object;
  /** Sends so many bytes of white space after its answer. */
  padding?: number;
}

/** How a token is signed, if not as it should be. */
interface Signing {
  key?: Key['privateKey'] | Uint8Array;
  header?: object;
}

/** A test double of the OpenID issuer of a CI provider. */
export class CiIssuerDouble {
  misbehaves: Misbehaviour = {};
  /** Claims of the tokens that a job fetches from `/token`, as one of GitHub does. */
  job: JWTPayload = {};
  /** How often its keys were read. */
  reads = 0;
  private server: Server;
  private key: Key;
  private keyId: string;
  private published: object[] = [];
  /** The `iss` of its tokens. */
  issuer: string;

  constructor(readonly kind: keyof typeof JOBS) {}

  async start(): Promise<this> {
    if (!this.key) await this.rotate();
    this.server = createServer(({ url }, response) => void this.answer(url!, response));
    const port = this.issuer ? Number(new URL(this.issuer).port) : 0;
    await new Promise<void>((done) => this.server.listen(port, '127.0.0.1', done));
    this.issuer = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    return this;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
  }

  /** Signs with a new key from now on, and publishes it alone. */
  async rotate(): Promise<void> {
    this.key = await generateKeyPair('RS256');
    this.keyId = randomUUID();
    this.published = [{ ...(await exportJWK(this.key.publicKey)), kid: this.keyId, alg: 'RS256', use: 'sig' }];
  }

  /** Publishes a key as short as nobody takes any more, and a token that it has signed. */
  shortKeyToken(audience: string): string {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
    this.published = [{ ...publicKey.export({ format: 'jwk' }), kid: 'short', alg: 'RS256', use: 'sig' }];
    const now = nowSeconds();
    const claims = { iss: this.issuer, aud: audience, jti: randomUUID(), iat: now, nbf: now, exp: now + 300 };
    const signed = [
      { alg: 'RS256', kid: 'short' },
      { ...claims, ...JOBS[this.kind] },
    ]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    return `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`;
  }

  /** The public key, as whoever confuses algorithms would use it for a signature of their own. */
  get publicKey(): Key['publicKey'] {
    return this.key.publicKey;
  }

  /** A token of a job; `over` replaces claims, undefined leaves one out. */
  async token(audience: string, over: JWTPayload = {}, { key, header }: Signing = {}): Promise<string> {
    const now = nowSeconds();
    const times = { iat: now, nbf: now, exp: now + (this.kind === 'github' ? 300 : 3600) };
    const claims = { iss: this.issuer, aud: audience, jti: randomUUID(), ...times, ...JOBS[this.kind], ...over };
    return new SignJWT(JSON.parse(JSON.stringify(claims)) as JWTPayload)
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: this.keyId, ...header })
      .sign(key ?? this.key.privateKey);
  }

  private async answer(url: string, response: ServerResponse): Promise<void> {
    const { fails, configuration, padding = 0 } = this.misbehaves;
    const json = (status: number, body: object) =>
      void response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(JSON.stringify(body) + ' '.repeat(padding));
    if (fails) return json(fails, {});
    if (url === '/.well-known/openid-configuration')
      return json(200, { issuer: this.issuer, jwks_uri: `${this.issuer}/jwks`, ...configuration });
    const { pathname, searchParams } = new URL(url, this.issuer);
    if (pathname === '/token') return json(200, { value: await this.token(searchParams.get('audience')!, this.job) });
    if (url !== '/jwks') return json(404, {});
    this.reads += 1;
    return json(200, { keys: this.published });
  }
}

/** Runs an issuer of each kind for the tests of a file, and settings that trust them. */
export function useCiIssuers(environment: Record<string, string> = {}) {
  const [github, gitlab] = [new CiIssuerDouble('github'), new CiIssuerDouble('gitlab')];
  const settings: Record<string, string> = { PUBLIC_URL: 'http://curbcut.test', ...environment };
  beforeAll(async () => {
    await Promise.all([github.start(), gitlab.start()]);
    settings['TRUSTED_ISSUERS'] = `github=${github.issuer}, gitlab=${gitlab.issuer}`;
  });
  afterAll(() => Promise.all([github.stop(), gitlab.stop()]));
  return { github, gitlab, settings, audience: settings['PUBLIC_URL']! };
}
