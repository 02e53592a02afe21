import { type ExecutionContext, Injectable } from '@nestjs/common';
import { ThrottlerGuard, type ThrottlerRequest } from '@nestjs/throttler';
import type { Response } from 'express';
import { requestOf } from '../http/call.js';
import type { AdmittedRequest, Principal } from '../http/current.js';
import { applyLimit } from './address-limits.js';
import { limitOf } from './throttled.js';

/** Rate limits authenticated callers by the id of the person or the key, except for ingest; a limit of 0 is none. */
@Injectable()
export class PrincipalGuard extends ThrottlerGuard {
  protected override async shouldSkip(context: ExecutionContext): Promise<boolean> {
    const { principal } = requestOf(context).admission;
    return !principal || this.throttlers[0]!.limit === 0 || limitOf(context.getHandler()) === 'ingest';
  }

  protected override async getTracker({ admission }: AdmittedRequest): Promise<string> {
    return callerKey(admission.principal!);
  }

  // One limit for all endpoints; that of the package is for each.
  protected override generateKey(_context: ExecutionContext, tracker: string, name: string): string {
    return `${name}:${tracker}`;
  }

  // The package would send `X-RateLimit-*`.
  protected override async handleRequest(counts: ThrottlerRequest): Promise<boolean> {
    const { context, limit, ttl, blockDuration, throttler, getTracker, generateKey } = counts;
    const { req, res } = this.getRequestResponse(context);
    const key = generateKey(context, await getTracker(req, context), throttler.name!);
    const counted = await this.storageService.increment(key, ttl, limit, blockDuration, throttler.name!);
    applyLimit(res as Response, limit, counted.totalHits, counted.timeToExpire);
    return true;
  }
}

/** The key by which a caller is counted. */
export const callerKey = ({ key, userId }: Principal): string => (key ? `key:${key.id}` : `user:${userId}`);
