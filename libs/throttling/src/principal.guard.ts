import type { AdmittedRequest, Principal } from '#libs/access';
import { Settings } from '#libs/config';
import { MINUTE_MS } from '#libs/dates';
import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { applyLimit } from './address-limits.js';
import { LimitStorage } from './limit-storage.js';
import { limitOf } from './throttled.js';

/** Rate limits authenticated callers, but those of ingest, by the id of the person or the key; 0 is no limit. */
@Injectable()
export class PrincipalGuard implements CanActivate {
  private readonly perMinute: number;

  constructor(
    { limits }: Settings,
    @Inject(LimitStorage) private readonly storage: LimitStorage,
  ) {
    this.perMinute = limits.perMinute;
  }

  canActivate(context: ExecutionContext): true | Promise<true> {
    const http = context.switchToHttp();
    const { principal } = http.getRequest<AdmittedRequest>().admission;
    const isCounted = principal && this.perMinute > 0 && limitOf(context.getHandler()) !== 'ingest';
    return isCounted ? this.count(principal, http.getResponse<Response>()) : true;
  }

  private async count(principal: Principal, response: Response): Promise<true> {
    const key = `principal:${callerKey(principal)}`;
    const { totalHits, timeToExpire } = await this.storage.increment(key, MINUTE_MS, this.perMinute);
    applyLimit(response, this.perMinute, totalHits, timeToExpire);
    return true;
  }
}

/** The key by which a caller is counted. */
export const callerKey = ({ key, userId }: Principal): string => (key ? `key:${key.id}` : `user:${userId}`);
