import { Settings } from '#libs/config';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { AdmittedRequest } from '../../../platform/http/current.js';
import { notePreference, prefers } from '../../../platform/http/preferences.js';
import { comesFromOwnOrigin, serializeFrontendCookie } from '../browser-cookie.js';
import { callbackNotAllowed } from '../errors.js';
import { challengeCookie, challengeSecret } from '../second-factor/challenge-cookie.js';
import { bearerToken, cookieToken } from '../sessions/presented-token.js';
import { SESSION_COOKIES } from '../sessions/session-cookie.js';
import { SESSION_LIFETIME_MS } from '../sessions/session-lifetime.js';
import type { Session } from '../sessions/session.entity.js';
import { returnAddress } from './return-address.js';
import type { RequestCredentials } from './sign-ins.service.js';

/** Where a browser is sent after signing in, as the wire format expresses it. */
interface CallbackTarget {
  redirect: boolean;
  url?: string;
}

/** Sends the secret of a session to the client: in a header for programs, in a cookie for browsers. */
@Injectable()
export class SessionTransport {
  private readonly secure: boolean;

  constructor(private readonly settings: Settings) {
    this.secure = settings.isSecure;
  }

  /**
   * Where the client should redirect next, unchanged: a path belongs to the frontend. Clients of this wire format
   * follow it, so it must be on one of our origins.
   * @throws Forbidden `INVALID_CALLBACK_URL`
   */
  callbackTarget(callbackURL: string | undefined): CallbackTarget {
    if (callbackURL === undefined) return { redirect: false };
    if (returnAddress(callbackURL, this.settings) === undefined) throw callbackNotAllowed();
    return { redirect: true, url: callbackURL };
  }

  /** Sends the secret of a new session, and deletes the browser's challenge. */
  issue(request: Request, response: Response, token: string, remembered = true): void {
    response.setHeader('set-auth-token', token);
    if (!mayCarryCookies(request)) return;
    this.setCookie(response, token, maxAgeOf(remembered));
    this.clearChallenge(request, response);
  }

  /**
   * Sends the secret of a session that a sign-in begins, and returns it for the body: an empty text where the caller
   * prefers to have it in the cookie alone, which scripts cannot read.
   */
  begin(request: Request, response: Response, token: string, remembered = true): string {
    this.issue(request, response, token, remembered);
    return this.shown(request, response, token);
  }

  /** What a body may tell of a secret that a cookie of this answer carries too. */
  shown(request: Request, response: Response, secret: string): string {
    return this.prefersCookie(request) ? this.hide(request, response) : secret;
  }

  /**
   * Whether the caller prefers to have secrets in cookies alone. Without cookies the answer must carry them: nobody
   * would have them.
   */
  prefersCookie(request: Request): boolean {
    return mayCarryCookies(request) && prefers(request, 'session', 'cookie');
  }

  /** Leaves the secret of a session to its cookie; the result is what the body has in its place. */
  hide(request: Request, response: Response): string {
    response.removeHeader('set-auth-token');
    if (this.prefersCookie(request)) notePreference(response, 'session', 'cookie');
    return '';
  }

  /**
   * Sends the secret of a session that replaces the caller's own, and returns it for the body. A caller that uses a
   * cookie gets it in the cookie alone, so that scripts do not see it; the result is then null.
   */
  replace(request: Request, response: Response, token: string, remembered: boolean): string | null {
    const isHidden = this.usesCookie(request);
    this.issue(request, response, token, remembered);
    if (isHidden) response.removeHeader('set-auth-token');
    return isHidden ? null : token;
  }

  /** Whether the caller is known by a cookie, of a session or of a challenge. */
  usesCookie(request: Request): boolean {
    return cookieToken(request.headers, this.secure) !== undefined || this.challengeIn(request) !== undefined;
  }

  /**
   * Sends the caller's own secret again, as clients of this wire format expect after the session has changed. Returns
   * it to callers that sent it as a bearer token; for browsers the cookie is renewed and the result is null, so that
   * scripts do not see the secret.
   */
  reissue(request: Request & Partial<AdmittedRequest>, response: Response): string | null {
    if (!mayCarryCookies(request)) {
      const token = bearerToken(request.headers)!;
      response.setHeader('set-auth-token', token);
      return token;
    }
    const { remembered } = request.admission?.principal?.session as Session;
    this.setCookie(response, cookieToken(request.headers, this.secure)!, maxAgeOf(remembered));
    return null;
  }

  /** Deletes the browser's session cookie and its challenge. */
  clear(request: Request, response: Response): void {
    if (!mayCarryCookies(request)) return;
    this.setCookie(response, '', 0);
    this.clearChallenge(request, response);
  }

  /** Sends the browser the secret of its second-factor challenge. */
  issueChallenge(request: Request, response: Response, secret: string): void {
    if (mayCarryCookies(request)) response.append('Set-Cookie', challengeCookie(secret, this.settings));
  }

  /** Deletes the browser's second-factor challenge, if it has one. */
  clearChallenge(request: Request, response: Response): void {
    if (this.challengeIn(request) !== undefined)
      response.append('Set-Cookie', challengeCookie(undefined, this.settings));
  }

  /** The secret of the browser's second-factor challenge; not if another site may have sent the cookie. */
  challengeIn(request: Request): string | undefined {
    if (!mayCarryCookies(request)) return undefined;
    if (this.settings.sameSite === 'none' && !comesFromOwnOrigin(request, this.settings)) return undefined;
    return challengeSecret(request.headers.cookie, this.secure);
  }

  /** The credentials that a sign-in request already carries. */
  signInContextOf(request: Request & Partial<AdmittedRequest>, rememberMe?: boolean): RequestCredentials {
    const former = request.admission?.principal?.session as Session | undefined;
    return { rememberMe, former, formerChallenge: this.challengeIn(request) };
  }

  private setCookie(response: Response, value: string, maxAge: number | undefined): void {
    const name = SESSION_COOKIES[this.secure ? 0 : 1];
    response.append('Set-Cookie', serializeFrontendCookie([name, value], this.settings, maxAge));
  }
}

/** How long the browser keeps the cookie, in seconds; undefined: until it is closed. */
const maxAgeOf = (remembered: boolean): number | undefined => (remembered ? SESSION_LIFETIME_MS / 1000 : undefined);

// If a request has a bearer token or a key, its cookies are ignored and none are set.
const mayCarryCookies = ({ headers }: Request): boolean =>
  headers.authorization === undefined && headers['x-api-key'] === undefined;
