import type { AdmittedRequest } from '#libs/access';
import { Settings } from '#libs/config';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { serializeCookie } from '../browser-cookie.js';
import { callbackNotAllowed } from '../errors.js';
import { returnAddress } from './return-address.js';
import { bearerToken, cookieToken } from '../sessions/presented-token.js';
import { challengeCookie, challengeSecret } from '../second-factor/challenge-cookie.js';
import { SESSION_COOKIES } from '../sessions/session-cookie.js';
import type { Session } from '../sessions/session.entity.js';
import { SESSION_LIFETIME_MS } from '../sessions/session-lifetime.js';
import type { SignInContext } from './sign-ins.service.js';

/** Where a browser is sent after signing in, in the words of the wire format. */
interface CallbackTarget {
  redirect: boolean;
  url?: string;
}

/** Hands the secret of a session to its person: in a header for programs, in a cookie for browsers. */
@Injectable()
export class SessionTransport {
  private readonly secure: boolean;

  constructor(private readonly settings: Settings) {
    this.secure = settings.isSecure;
  }

  /**
   * Where the browser goes next, as it was sent: a path is one of the frontend. The client of this wire format obeys, so that
   * it must be a place of ours.
   * @throws Forbidden `INVALID_CALLBACK_URL`
   */
  callbackTarget(callbackURL: string | undefined): CallbackTarget {
    if (callbackURL === undefined) return { redirect: false };
    if (returnAddress(callbackURL, this.settings) === undefined) throw callbackNotAllowed();
    return { redirect: true, url: callbackURL };
  }

  /** Gives the secret of a new session, which also ends what the browser was asked before. */
  issue(request: Request, response: Response, token: string, remembered = true): void {
    response.setHeader('set-auth-token', token);
    if (!mayCarryCookies(request)) return;
    this.setCookie(response, token, maxAgeOf(remembered));
    this.clearChallenge(request, response);
  }

  /**
   * Gives the caller's own secret again, as clients of this wire format expect after a change of what it stands for: to
   * who sent it as bearer. A browser's cookie is renewed, and its scripts learn nothing: null.
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

  /** Ends the browser's session, and what it was asked. */
  clear(request: Request, response: Response): void {
    if (!mayCarryCookies(request)) return;
    this.setCookie(response, '', 0);
    this.clearChallenge(request, response);
  }

  /** Gives the browser the secret of the question for its second factor. */
  issueChallenge(request: Request, response: Response, secret: string): void {
    if (mayCarryCookies(request)) response.append('Set-Cookie', challengeCookie(secret, this.secure));
  }

  /** Takes the question for a second factor from the browser that has one. */
  clearChallenge(request: Request, response: Response): void {
    if (this.challengeIn(request) !== undefined) response.append('Set-Cookie', challengeCookie(undefined, this.secure));
  }

  /** The secret of the question for the second factor that the browser has. */
  challengeIn(request: Request): string | undefined {
    return mayCarryCookies(request) ? challengeSecret(request.headers.cookie, this.secure) : undefined;
  }

  /** What came along with a request that signs in. */
  signInContextOf(request: Request & Partial<AdmittedRequest>, rememberMe?: boolean): SignInContext {
    const former = request.admission?.principal?.session as Session | undefined;
    return { rememberMe, former, formerChallenge: this.challengeIn(request) };
  }

  private setCookie(response: Response, value: string, maxAge: number | undefined): void {
    const name = SESSION_COOKIES[this.secure ? 0 : 1];
    response.append('Set-Cookie', serializeCookie(name, value, this.secure, maxAge));
  }
}

/** How long the browser keeps the cookie, in seconds; undefined: until it is closed. */
const maxAgeOf = (remembered: boolean): number | undefined => (remembered ? SESSION_LIFETIME_MS / 1000 : undefined);

// A request with a bearer or a key is that credential's alone: its cookies are as if absent, and it gets none.
const mayCarryCookies = ({ headers }: Request): boolean =>
  headers.authorization === undefined && headers['x-api-key'] === undefined;
