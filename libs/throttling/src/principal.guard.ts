import type { AdmittedRequest, Principal } from '#libs/access';
import { type ExecutionContext, Injectable } from '@nestjs/common';
import { ThrottlerGuard, type ThrottlerRequest } from '@nestjs/throttler';
import type { Response } from 'express';
import { applyLimit } from './address-limits.js';
import { limitOf } from './throttled.js';

/** Refuses who calls too often, once it is known who: a person or a key, by their id and by nothing that they send. */
@Injectable()
export class PrincipalGuard extends ThrottlerGuard {
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

/** Whether a request is counted by who sends it: nobody is not, nor is ingest. */
export const countsPrincipal = (context: ExecutionContext): boolean =>
  principalOf(context) !== undefined && limitOf(context.getHandler()) !== 'ingest';

const principalOf = (context: ExecutionContext): Principal | undefined =>
  context.switchToHttp().getRequest<AdmittedRequest>().admission.principal;

/** Whom a caller is counted as: the person or the key. */
export const callerKey = ({ key, userId }: Principal): string => (key ? `key:${key.id}` : `user:${userId}`);
