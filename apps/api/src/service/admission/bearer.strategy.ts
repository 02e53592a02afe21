import { Settings } from '#libs/config';
import { Forbidden, Unauthenticated } from '#libs/errors';
import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import { Strategy } from 'passport-http-bearer';
import type { CalledRequest } from '../../platform/http/call.js';
import { comesFromOwnOrigin } from '../../accounts/identity/browser-cookie.js';
import { type ResolvedCaller, CallerLookup } from './caller-lookup.js';
import { addressRefusal } from './key-address.js';
import type { LookupTarget } from './lookup-target.js';

/** Passport's bearer strategy for sessions and API keys. */
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

  override authenticate(request: CalledRequest): void {
    const { credential } = request.call;
    if (credential?.kind === 'ambiguous') throw new Unauthenticated('credentials_ambiguous', AMBIGUOUS);
    if (credential?.secret === undefined) return this.fail('Bearer', 401);
    if (credential.cookie) this.refuseForeignOrigin(request);
    super.authenticate(viewOf(request, credential.secret));
  }

  async validate(request: CalledRequest & { target: LookupTarget }, secret: string): Promise<ResolvedCaller | false> {
    const { target, call } = request;
    if (call.credential!.kind === 'session') return (await this.callers.bySession(secret, target)) ?? false;
    const caller = await this.callers.byKey(secret, target);
    const { key } = caller?.principal ?? {};
    if (key?.allowedAddresses) key.addressRefusal = addressRefusal(request, key.allowedAddresses);
    return caller ?? false;
  }

  private refuseForeignOrigin(request: Request): void {
    if (comesFromOwnOrigin(request, this.settings)) return;
    const from =
      request.headers.origin === undefined
        ? 'without the `Origin` of a change.'
        : `from this origin. The service is at ${this.settings.publicUrl}.`;
    throw new Forbidden('origin_not_allowed', `Cookies are not accepted ${from}`);
  }
}

const AMBIGUOUS = 'The request has two credentials. Send either `Authorization` or `X-API-Key`.';

/**
 * The request with its credential as the bearer, and no other. Passport would also take tokens from the body and the
 * query, answer 400 where there are two, and to a header of more than two words.
 */
const viewOf = (request: Request, secret: string): Request =>
  Object.create(request, {
    headers: { value: { ...request.headers, authorization: `Bearer ${secret}` } },
    body: { value: undefined },
    query: { value: {} },
  }) as Request;
