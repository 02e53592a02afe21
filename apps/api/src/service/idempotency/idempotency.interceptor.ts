import { createHash } from 'node:crypto';
import { InvalidInput } from '#libs/errors';
import { canonicalJson } from '#libs/fields';
import { isId } from '#libs/ids';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Response } from 'express';
import { from, mergeMap, type Observable, of } from 'rxjs';
import { type CalledRequest, requestOf, routeOf } from '../../platform/http/call.js';
import type { AdmittedRequest } from '../../platform/http/current.js';
import { entityTag, isRevised } from '../../platform/http/entity-tag.js';
import { IDEMPOTENCY_KEY, takesIdempotencyKey } from '../../platform/http/idempotent.js';
import type { Organization } from '../../accounts/organizations/organization.entity.js';
import type { Product } from '../../products/products/product.entity.js';
import { AnswerNotKept, KeyReused, UnderWay } from './errors.js';
import { IdempotencyKeys, type IdempotentRequest } from './idempotency-keys.service.js';

/** 1 to 255 visible characters. */
const VALID_KEY = /^[\x21-\x7e]{1,255}$/;

/**
 * Has a `POST` with an `Idempotency-Key` carried out once: whoever sends it again gets the first answer. The body must
 * be read already, and `Location` be set below.
 */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  static readonly isNeededAt = takesIdempotencyKey;

  constructor(private readonly keys: IdempotencyKeys) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> | Promise<Observable<unknown>> {
    const request = requestOf(context);
    const key = request.headers[IDEMPOTENCY_KEY];
    if (key === undefined) return next.handle();
    return this.once(request, String(key), context.switchToHttp().getResponse<Response>(), next);
  }

  private async once(
    request: CalledRequest & AdmittedRequest,
    key: string,
    response: Response,
    next: CallHandler,
  ): Promise<Observable<unknown>> {
    if (!VALID_KEY.test(key)) throw new InvalidInput([INVALID_KEY]);
    const idempotent = idempotentRequest(request, key);
    const { claimed, known } = await this.keys.claim(idempotent);
    if (!claimed) return this.replay(request, response, idempotent, known);
    request.call.finish = (refusal) =>
      claimed.finish(refusal && { ...refusal, location: locationOf(response), etag: null });
    return next.handle().pipe(
      mergeMap((body: object | null | undefined) => {
        const { answersSecret } = routeOf(request).options;
        const text = body === undefined || answersSecret ? null : JSON.stringify(body);
        const etag = text !== null && isRevised(body!) ? entityTag(body!, text) : null;
        const answer = { status: response.statusCode, location: locationOf(response), etag, body: text };
        return from(claimed.finish(answer).then(() => body));
      }),
    );
  }

  private replay(
    { path }: CalledRequest,
    response: Response,
    { digest }: IdempotentRequest,
    known: Awaited<ReturnType<IdempotencyKeys['claim']>>['known'],
  ): Observable<unknown> {
    if (known?.digest && !known.digest.equals(digest)) throw new KeyReused();
    if (!known || (known.status === null && !known.made)) {
      response.setHeader('Retry-After', '1');
      throw new UnderWay();
    }
    const { status, location, etag, body } = known;
    if (status === null || (body === null && status !== 204)) {
      response.location(location ?? path);
      throw new AnswerNotKept();
    }
    response.status(status).setHeader('Idempotency-Replayed', 'true');
    if (location !== null) response.location(location);
    if (etag !== null) response.setHeader('ETag', etag);
    if (status >= 400) response.type('application/problem+json');
    return of(body === null ? undefined : JSON.parse(body));
  }
}

const INVALID_KEY = {
  path: '',
  code: 'malformed',
  message: 'Idempotency-Key must have 1 to 255 visible ASCII characters.',
  params: { min: 1, max: 255 },
} as const;

/** Which request it is: by whom, where and under which key; and what it asks for. */
function idempotentRequest(request: CalledRequest & AdmittedRequest, key: string): IdempotentRequest {
  const { principal, organization } = request.admission;
  const caller = principal!.key?.id ?? principal!.userId!;
  return {
    organizationId: (organization as Organization).id,
    hash: hashOf(caller, request.method, placeOf(request), key),
    digest: hashOf(canonicalJson({ body: (request.body as unknown) ?? null, query: request.query })),
  };
}

/** Where a request leads, the same by whichever name of its organization and product. */
function placeOf(request: CalledRequest & AdmittedRequest): string {
  const { organization, product } = request.admission;
  const ids: Readonly<Record<string, string | undefined>> = {
    orgId: (organization as Organization).id,
    productSlug: (product as Product | undefined)?.id,
  };
  const named = Object.entries(request.params as Record<string, string>).map(([name, value]) => [
    name,
    ids[name] ?? (isId(value) ? value.toLowerCase() : value),
  ]);
  return JSON.stringify([routeOf(request).path, named]);
}

// A line feed parts them, which none of them has.
const hashOf = (...parts: string[]): Buffer => createHash('sha256').update(parts.join('\n')).digest();

function locationOf(response: Response): string | null {
  const location = response.getHeader('Location');
  return location === undefined ? null : String(location);
}
