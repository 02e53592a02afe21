import { Forbidden } from '#libs/errors';
import { Settings } from '#libs/config';
import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import { Strategy } from 'passport-http-bearer';
import { type Credential, credentialOf } from './credential.js';
import { addressRefusal } from './key-address.js';
import { type ResolvedCaller, CallerLookup } from './caller-lookup.js';
import type { LookupTarget } from './lookup-target.js';

/** The credential of a request, passed to Passport as the only header it sees. */
interface PresentedCredential {
  headers: { authorization: string };
  credential: Exclude<Credential, { kind: 'malformed' }>;
  target: LookupTarget;
  request: Request;
}

/**
 * Passport's bearer strategy for sessions and API keys. Passport's own strategy would also read tokens from the body
 * and the query, and respond with 400 to a malformed header; therefore it sees neither.
 */
@Injectable()
export class BearerStrategy extends PassportStrategy(Strategy, 'bearer') {
  /** Passport adds this method to every strategy. */
  declare fail: (challenge: string, status: number) => void;

  constructor(
    private readonly callers: CallerLookup,
    private readonly settings: Settings,
  ) {
    super({ passReqToCallback: true });
  }

  override authenticate(request: Request & { target: LookupTarget }): void {
    const credential = credentialOf(request.headers, this.settings.isSecure);
    if (!credential || credential.kind === 'malformed') return this.fail('Bearer', 401);
    if (credential.kind === 'session' && credential.cookie) this.refuseForeignOrigin(request);
    const presented: PresentedCredential = {
      headers: { authorization: `Bearer ${credential.secret}` },
      credential,
      target: request.target,
      request,
    };
    super.authenticate(presented as never);
  }

  async validate({ credential, target, request }: PresentedCredential): Promise<ResolvedCaller | false> {
    if (credential.kind === 'session') return (await this.callers.bySession(credential.secret, target)) ?? false;
    const caller = await this.callers.byKey(credential.secret, target);
    const { key } = caller?.principal ?? {};
    if (key?.allowedAddresses) key.addressRefusal = addressRefusal(request, key.allowedAddresses);
    return caller ?? false;
  }

  // Browsers send cookies from any site, so cookies are accepted only from our own origins.
  private refuseForeignOrigin({ headers: { origin } }: Request): void {
    if (origin === undefined) return;
    const ours = this.settings.ownOrigins;
    if (!ours.includes(origin)) throw new Forbidden('origin_not_allowed', 'Cookies are not accepted from this origin.');
  }
}
