import type { AdmittedRequest } from '#libs/access';
import { Settings } from '#libs/config';
import { Injectable } from '@nestjs/common';
import { serialize } from 'cookie';
import type { Request, Response } from 'express';
import { foreignCallback } from './errors.js';
import { type Landing, leadsToUs } from './landing.js';
import { presentedToken } from './presented-token.js';
import { SESSION_COOKIES } from './session-cookie.js';
import type { Session } from './session.entity.js';
import { SESSION_LIFETIME_MS } from './session-lifetime.js';
import type { Device } from './sessions.service.js';

/** Hands the secret of a session to its person: in a header for programs, in a cookie for browsers. */
@Injectable()
export class SignInAnswer {
  private readonly secure: boolean;
  private readonly ours: readonly string[];

  constructor(settings: Settings) {
    this.secure = settings.publicUrl.startsWith('https:');
    this.ours = settings.ownOrigins;
  }

  /** Where the browser goes next; the client of this wire format obeys, so that it must be a place of ours. */
  landing(callbackURL: string | undefined): Landing {
    if (callbackURL === undefined) return { redirect: false };
    if (!leadsToUs(callbackURL, this.ours)) throw foreignCallback();
    return { redirect: true, url: callbackURL };
  }

  give(response: Response, token: string, remembered = true): void {
    response.setHeader('set-auth-token', token);
    response.setHeader('Access-Control-Expose-Headers', 'set-auth-token');
    // Without an age the browser forgets it when it is closed.
    this.setCookie(response, token, remembered ? SESSION_LIFETIME_MS / 1000 : undefined);
  }

  /** Gives the caller's own secret again, as clients of this wire format expect after a change of what it stands for. */
  repeat({ headers, admission }: Request & Partial<AdmittedRequest>, response: Response): string {
    const token = presentedToken(headers)!;
    this.give(response, token, (admission?.principal?.session as Session | undefined)?.remembered);
    return token;
  }

  take(response: Response): void {
    this.setCookie(response, '', 0);
  }

  private setCookie(response: Response, value: string, maxAge: number | undefined): void {
    const name = SESSION_COOKIES[this.secure ? 0 : 1];
    response.append(
      'Set-Cookie',
      serialize(name, value, { httpOnly: true, sameSite: 'lax', path: '/', secure: this.secure, maxAge }),
    );
  }
}

/** From where a request comes. */
export const deviceOf = ({ ip, headers }: Request): Device => ({
  ipAddress: ip ?? null,
  userAgent: headers['user-agent'] ?? null,
});
