import { createHash } from 'node:crypto';
import { type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { ThrottlerGuard, type ThrottlerRequest } from '@nestjs/throttler';
import { RateLimited } from '#libs/http';
import type { Request, Response } from 'express';

const LIMIT = Symbol('limit');
/** `ingest` replaces the global limit; `sign-in` comes on top of it; `none` is for probes. */
type Limit = 'ingest' | 'sign-in' | 'none';

/** Gives an endpoint another rate limit than the global one. */
export const Throttled = (limit: Limit) => SetMetadata(LIMIT, limit);

/** Whether the limit of this name applies to the endpoint. */
export function applies(name: 'global' | 'sign-in' | 'ingest', context: ExecutionContext): boolean {
  const limit = Reflect.getMetadata(LIMIT, context.getHandler()) as Limit | undefined;
  return name === 'global' ? limit !== 'ingest' && limit !== 'none' : limit === name;
}

/** Refuses who calls too often: by credential, by address where there is none, at ingest and sign-in always by address. */
@Injectable()
export class ThrottleGuard extends ThrottlerGuard {
  protected override async handleRequest({
    context,
    limit,
    ttl,
    blockDuration,
    throttler,
  }: ThrottlerRequest): Promise<boolean> {
    const http = context.switchToHttp();
    const response = http.getResponse<Response>();
    const name = throttler.name ?? 'global';
    const key = `${name}:${name === 'global' ? callerOf(http.getRequest<Request>()) : addressOf(http.getRequest<Request>())}`;
    const { totalHits, timeToExpire } = await this.storageService.increment(key, ttl, limit, blockDuration, name);
    response.setHeader('RateLimit-Limit', limit);
    response.setHeader('RateLimit-Remaining', Math.max(0, limit - totalHits));
    response.setHeader('RateLimit-Reset', timeToExpire);
    if (totalHits > limit) throw new RateLimited(Math.max(1, timeToExpire));
    return true;
  }
}

/** One caller of the global limit. The credential itself is never kept. */
function callerOf(request: Request): string {
  const { authorization, 'x-api-key': apiKey } = request.headers;
  const credential = apiKey ?? authorization;
  return credential ? createHash('sha256').update(String(credential)).digest('base64') : addressOf(request);
}

/** The address of a caller; a whole /64 of IPv6 counts as one, since one host commands all of it. */
function addressOf({ ip = '' }: Request): string {
  if (!ip.includes(':') || ip.startsWith('::ffff:')) return ip.replace('::ffff:', '');
  const [head = '', tail] = ip.split('%')[0]!.split('::');
  const groups = head.split(':').filter(Boolean);
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter(Boolean).length;
  return [...groups, ...Array<string>(missing).fill('0'), ...(tail ?? '').split(':')].slice(0, 4).join(':') + '::/64';
}
