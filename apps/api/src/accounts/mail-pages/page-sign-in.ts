import { hashOf } from '#libs/secrets';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Request, Response } from 'express';
import { DataSource } from 'typeorm';
import type { SignUp } from '../identity/sign-in/sign-in.dto.js';
import { IdentityService } from '../identity/identity.service.js';
import { SecondFactorVerification } from '../identity/second-factor/second-factor-verification.service.js';
import { Session } from '../identity/sessions/session.entity.js';
import { SessionTransport } from '../identity/sign-in/session-transport.js';
import { type SignInResult, isChallenged, SignIns } from '../identity/sign-in/sign-ins.service.js';
import type { User } from '../identity/user.entity.js';

/** Error codes of signing in on a page, by password, code or provider. */
export const SIGN_IN_REFUSALS = {
  401: [
    'UNAUTHORIZED',
    'INVALID_EMAIL_OR_PASSWORD',
    'INVALID_CODE',
    'INVALID_BACKUP_CODE',
    'INVALID_TWO_FACTOR_COOKIE',
  ],
  404: ['PROVIDER_NOT_FOUND'],
  429: ['ACCOUNT_TEMPORARILY_LOCKED'],
  503: ['provider_unavailable'],
};

/** A person and their new session. */
export interface PageSession {
  user: User;
  session: Session;
}

/** Sign-up and sign-in on a page: cookies of the posted form are ignored, and the new session is set as a cookie. */
@Injectable()
export class PageSignIn {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly signIns: SignIns,
    private readonly verification: SecondFactorVerification,
    private readonly identity: IdentityService,
    private readonly transport: SessionTransport,
  ) {}

  /** @throws as `IdentityService.signUp` does */
  async signUp(request: Request, response: Response, body: SignUp): Promise<PageSession> {
    return this.startSession(request, response, await this.identity.signUp(body, {}));
  }

  /** @throws as `SignIns.withPassword` does */
  async withPassword(
    request: Request,
    response: Response,
    body: { email: string; password: string },
  ): Promise<PageSession | { challenge: string }> {
    return this.startSessionOrChallenge(request, response, await this.signIns.withPassword(body));
  }

  /**
   * Completes a sign-in that waits for the second factor; six digits are a TOTP code, anything else is a backup code.
   * @throws as `SecondFactorVerification.verify` does
   */
  async withCode(request: Request, response: Response, challenge: string, typed: string): Promise<PageSession> {
    const code = typed.replace(/\s/g, '');
    const kind = /^\d{6}$/.test(code) ? 'totp' : 'backup';
    const { user, token } = await this.verification.verify({ kind, code, twoFactorToken: challenge });
    return this.startSession(request, response, { user, token: token! });
  }

  /** The browser's pending second-factor challenge after a sign-in at the provider. */
  challengeOf(request: Request): string | undefined {
    return this.transport.challengeIn(request);
  }

  private async startSessionOrChallenge(
    request: Request,
    response: Response,
    result: SignInResult,
  ): Promise<PageSession | { challenge: string }> {
    return isChallenged(result) ? { challenge: result.twoFactorToken } : this.startSession(request, response, result);
  }

  private async startSession(
    request: Request,
    response: Response,
    { user, token }: { user: User; token: string },
  ): Promise<PageSession> {
    this.transport.issue(request, response, token);
    return { user, session: await this.database.manager.findOneByOrFail(Session, { tokenHash: hashOf(token) }) };
  }
}
