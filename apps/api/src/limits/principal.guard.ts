import { type ExecutionContext, Injectable } from '@nestjs/common';
import { ThrottlerGuard, type ThrottlerRequest } from '@nestjs/throttler';
import type { Response } from 'express';
import type { AdmittedRequest, Principal } from '../http/current.js';
import { applyLimit } from './address-limits.js';
import { limitOf } from './throttled.js';

const UNCOUNTED = Promise.resolve(true);

/** Rate limits authenticated callers by the id of the person or the key; a limit of 0 is none. */
@Injectable()
export class PrincipalGuard extends ThrottlerGuard {
  override canActivate(context: ExecutionContext): Promise<boolean> {
    return this.throttlers[0]!.limit !== 0 && countsPrincipal(context) ? super.canActivate(context) : UNCOUNTED;
  }

  protected override async handleRequest({
    context,
    limit,
    ttl,
    blockDuration,
    throttler,
  }: ThrottlerRequest): Promise<boolean> {
    const key = `principal:${callerKey(principalOf(context)!)}`;
    const counted = await this.storageService.increment(key, ttl, limit, blockDuration, throttler.name ?? '');
    const response = context.switchToHttp().getResponse<Response>();
    applyLimit(response, limit, counted.totalHits, counted.timeToExpire);
    return true;
  }
}

/** Whether a request is counted by its caller: not if it is unauthenticated or ingest. */
const countsPrincipal = (context: ExecutionContext): boolean =>
  principalOf(context) !== undefined && limitOf(context.getHandler()) !== 'ingest';

const principalOf = (context: ExecutionContext): Principal | undefined =>
  context.switchToHttp().getRequest<AdmittedRequest>().admission.principal;

/** The key by which a caller is counted. */
export const callerKey = ({ key, userId }: Principal): string => (key ? `key:${key.id}` : `user:${userId}`);
