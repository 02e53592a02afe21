import { clock } from '#libs/clock';
import { Settings } from '#libs/config';
import { fetchWithin } from '#libs/outbound';
import { Injectable } from '@nestjs/common';
import type { JWTPayload, JWTVerifyGetKey } from 'jose';
import { IssuerUnavailable, TokenRefused } from './errors.js';
import { ISSUER_KINDS, type IssuerKind } from './issuer-kinds.js';

/** How far clocks may differ, in seconds. */
const SKEW = 60;
const TIMEOUT_MS = 5_000;
/**
 * How soon keys are read again for a token that names an unknown one: a new key is found, and nobody can make us ask
 * all the time.
 */
const COOLDOWN_MS = 5_000;
/** How long an issuer that did not answer is left alone: as long as callers are told to wait. */
const REST_MS = 2_000;
/** How large what an issuer publishes may be, in bytes; GitHub's keys have 12 kB. */
const MOST_BYTES = 262_144;

/** A token that an issuer has signed for us. */
export interface VerifiedToken {
  issuer: string;
  kind: IssuerKind;
  claims: JWTPayload & { jti: string; iat: number };
}

/** The CI providers whose tokens are taken, and their keys, which are read when they are first needed and kept. */
@Injectable()
export class TrustedIssuers {
  private readonly kinds: ReadonlyMap<string, IssuerKind>;
  private readonly keys = new Map<string, Promise<JWTVerifyGetKey>>();
  private readonly restsUntil = new Map<string, number>();
  private readonly audiences: readonly string[];

  constructor({ trustedIssuers, publicUrl }: Settings) {
    this.kinds = new Map(trustedIssuers.map(({ kind, issuer }) => [issuer, ISSUER_KINDS[kind]]));
    this.audiences = [publicUrl, `${publicUrl}/`];
  }

  get names(): string[] {
    return [...this.kinds.keys()];
  }

  /** What kind of issuer this is; undefined if it is not trusted here. */
  kindOf(issuer: string): IssuerKind | undefined {
    return this.kinds.get(issuer);
  }

  /**
   * Verifies signature, issuer, audience and age of a token.
   * @throws TokenRefused
   * @throws IssuerUnavailable
   */
  async verify(token: string): Promise<VerifiedToken> {
    const { decodeJwt, errors, jwtVerify } = await library();
    try {
      const { iss: issuer = '' } = decodeJwt(token);
      const kind = this.kinds.get(issuer);
      // What the token says is compared with the configuration before anything is asked: it leads us nowhere else.
      if (!kind) throw new TokenRefused(`the issuer ${JSON.stringify(issuer).slice(0, 200)} is not trusted here`);
      const { payload } = await jwtVerify(token, (header, input) => this.keyFor(issuer, header, input), {
        issuer,
        audience: [...this.audiences],
        algorithms: ['RS256'],
        clockTolerance: SKEW,
        maxTokenAge: kind.maxAge,
        requiredClaims: ['exp', 'jti'],
      });
      const { aud, iat, jti } = payload;
      // Whoever else it is for could send it on to us.
      if (Array.isArray(aud) && aud.length > 1) throw new TokenRefused('it is for several audiences');
      if (typeof jti !== 'string' || jti === '') throw new TokenRefused('its id is no text');
      return { issuer, kind, claims: { ...payload, jti, iat: iat! } };
    } catch (error) {
      if (error instanceof errors.JOSEError) throw new TokenRefused(`${error.code}: ${error.message}`);
      // A key that is too short to be taken.
      throw error instanceof TypeError ? new TokenRefused(error.message) : error;
    }
  }

  /** The key that signed a token, if the issuer has it. */
  private async keyFor(
    issuer: string,
    ...parameters: Parameters<JWTVerifyGetKey>
  ): Promise<Awaited<ReturnType<JWTVerifyGetKey>>> {
    const { errors } = await library();
    if (typeof parameters[0].kid !== 'string') throw new TokenRefused('it names no key');
    if ((this.restsUntil.get(issuer) ?? 0) > clock.millis())
      throw new IssuerUnavailable(issuer, 'it failed a moment ago');
    const found = this.keys.get(issuer) ?? this.remoteKeys(issuer);
    this.keys.set(issuer, found);
    try {
      const keys = await found;
      return await keys(...parameters);
    } catch (error) {
      if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys) throw error;
      if (this.keys.get(issuer) === found) this.keys.delete(issuer);
      this.restsUntil.set(issuer, clock.millis() + REST_MS);
      throw new IssuerUnavailable(issuer, error);
    }
  }

  private async remoteKeys(issuer: string): Promise<JWTVerifyGetKey> {
    const answer = await readAnswer(`${issuer}/.well-known/openid-configuration`, { redirect: 'error' });
    if (!answer.ok) throw new Error(`its configuration is answered with ${answer.status}`);
    const { issuer: named, jwks_uri: address } = (await answer.json()) as { issuer?: unknown; jwks_uri?: unknown };
    if (named !== issuer) throw new Error('its configuration is of another issuer');
    const url = new URL(String(address));
    if (url.origin !== new URL(issuer).origin) throw new Error('its keys are elsewhere');
    const { createRemoteJWKSet, customFetch } = await library();
    return createRemoteJWKSet(url, {
      timeoutDuration: TIMEOUT_MS,
      cooldownDuration: COOLDOWN_MS,
      [customFetch]: readAnswer,
    });
  }
}

const readAnswer = fetchWithin({ milliseconds: TIMEOUT_MS, bytes: MOST_BYTES });

// Loaded with the first token.
const library = () => import('jose');
