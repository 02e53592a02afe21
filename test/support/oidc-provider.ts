import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { nowSeconds } from './moments.js';

type Key = Awaited<ReturnType<typeof generateKeyPair>>['privateKey'];

const CLIENT = { id: 'curbcut', secret: 'a secret of the client: 100 % odd' };
const KEY_ID = 'one';
const encode = (value: string) => new URLSearchParams({ v: value }).toString().slice(2);
const BASIC = `Basic ${Buffer.from(`${encode(CLIENT.id)}:${encode(CLIENT.secret)}`).toString('base64')}`;

/** How the provider misbehaves in its next responses. */
export interface Misbehaviour {
  /** Claims that replace the right ones in the ID token; undefined leaves one out. */
  claims?: JWTPayload;
  /** Signs with a key that it does not publish. */
  forges?: boolean;
  /** The query of its redirect instead of a code. */
  refuses?: Record<string, string>;
  /** Takes requests and never answers. */
  hangs?: boolean;
  /** Begins its answers and never ends them. */
  stalls?: boolean;
  /** Answers with this status everywhere. */
  fails?: number;
}

interface Granted {
  parameters: URLSearchParams;
  person: JWTPayload;
}

/**
 * A test double of an OpenID provider: signs in the configured `person`, and checks PKCE and the client like a real
 * one.
 */
export class OidcProviderDouble {
  person: JWTPayload = {};
  misbehaves: Misbehaviour = {};
  /** Whether all claims except `sub` are returned only by the userinfo endpoint. */
  terse = false;
  private readonly codes = new Map<string, Granted>();
  private readonly tokens = new Map<string, JWTPayload>();
  private server: Server;
  private keys: { own: Key; forged: Key; published: object };

  readonly client = CLIENT;
  issuer: string;

  /** Begins to answer; at the port it had, if it had one. */
  async start(): Promise<this> {
    if (!this.keys) {
      const [own, forged] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')]);
      const published = { ...(await exportJWK(own.publicKey)), kid: KEY_ID, alg: 'RS256', use: 'sig' };
      this.keys = { own: own.privateKey, forged: forged.privateKey, published };
    }
    this.server = createServer((request, response) => void this.answer(request, response));
    const port = this.issuer ? Number(new URL(this.issuer).port) : 0;
    await new Promise<void>((done) => this.server.listen(port, '127.0.0.1', done));
    this.issuer = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    return this;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
  }

  /** Resolves when the next request has come. */
  nextRequest(): Promise<unknown> {
    return once(this.server, 'request');
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.misbehaves.hangs) return;
    if (this.misbehaves.stalls) return void response.writeHead(200, { 'content-type': 'application/json' }).write('{');
    const json = (status: number, body: object) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (this.misbehaves.fails) return json(this.misbehaves.fails, { error: 'server_error' });
    const { pathname, searchParams } = new URL(request.url!, this.issuer);
    if (pathname === '/.well-known/openid-configuration') return json(200, this.metadata());
    if (pathname === '/jwks') return json(200, { keys: [this.keys.published] });
    if (pathname === '/authorize') {
      return void response.writeHead(302, { location: this.authorize(searchParams) }).end();
    }
    if (pathname === '/token') {
      // As RFC 6749, section 5.2, asks of a provider to which a client has shown who it is by Basic.
      if (request.headers.authorization !== BASIC) {
        response.setHeader('www-authenticate', 'Basic realm="clients"');
        return json(401, { error: 'invalid_client' });
      }
      const granted = this.redeem(new URLSearchParams(await textOf(request)));
      return granted ? json(200, await this.grant(granted)) : json(400, { error: 'invalid_grant' });
    }
    const person = this.tokens.get(request.headers.authorization?.replace('Bearer ', '') ?? '');
    return person ? json(200, person) : json(401, { error: 'invalid_token' });
  }

  private metadata(): object {
    return {
      issuer: this.issuer,
      authorization_endpoint: `${this.issuer}/authorize`,
      token_endpoint: `${this.issuer}/token`,
      userinfo_endpoint: `${this.issuer}/userinfo`,
      jwks_uri: `${this.issuer}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      code_challenge_methods_supported: ['S256'],
    };
  }

  private authorize(parameters: URLSearchParams): string {
    const back = new URL(parameters.get('redirect_uri')!);
    back.searchParams.set('state', parameters.get('state')!);
    const code = randomUUID();
    this.codes.set(code, { parameters, person: this.person });
    for (const [name, value] of Object.entries(this.misbehaves.refuses ?? { code })) back.searchParams.set(name, value);
    return back.href;
  }

  /** A code is valid once, and with its verifier. */
  private redeem(form: URLSearchParams): Granted | undefined {
    const granted = this.codes.get(form.get('code') ?? '');
    this.codes.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const { parameters } = granted ?? {};
    const right =
      form.get('grant_type') === 'authorization_code' &&
      parameters?.get('client_id') === CLIENT.id &&
      parameters.get('redirect_uri') === form.get('redirect_uri') &&
      parameters.get('code_challenge_method') === 'S256' &&
      parameters.get('code_challenge') === challenge;
    return right ? granted : undefined;
  }

  private async grant({ parameters, person }: Granted): Promise<object> {
    const now = nowSeconds();
    const claims = {
      iss: this.issuer,
      aud: CLIENT.id,
      iat: now,
      exp: now + 60,
      nonce: parameters.get('nonce')!,
      ...(this.terse ? { sub: person.sub } : person),
      ...this.misbehaves.claims,
    };
    const accessToken = randomUUID();
    this.tokens.set(accessToken, person);
    return {
      access_token: accessToken,
      token_type: 'Bearer',
      expires_in: 60,
      id_token: await new SignJWT(claims)
        .setProtectedHeader({ alg: 'RS256', kid: KEY_ID })
        .sign(this.misbehaves.forges ? this.keys.forged : this.keys.own),
    };
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
