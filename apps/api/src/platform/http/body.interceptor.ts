import { InvalidInput } from '#libs/errors';
import { parseJson } from '#libs/fields';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Observable } from 'rxjs';
import { readOptionsOf } from './body-headers.js';
import { requestOf, routeOf } from './call.js';
import { confirmAdmission } from './current.js';
import type { EndpointOptions } from './endpoint.js';
import { parseForm } from './form.js';
import { hasBody, readBytes } from './read-bytes.js';
import type { Route } from './routes.js';

/** The maximum number of values in a body of an unauthenticated caller: parsing more would delay other requests. */
export const MAX_VALUES_OF_UNKNOWN_CALLER = 10_000;

/**
 * Reads and parses the body after the guards have admitted the caller; a `raw` body is read by the handler, and a
 * `queued` one by its queue.
 */
@Injectable()
export class BodyInterceptor implements NestInterceptor {
  static isNeededAt({ verb, options }: Route): boolean {
    return verb !== 'GET' && !options?.upload && !options?.queued && options?.body !== 'raw';
  }

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> | Promise<Observable<unknown>> {
    const request = requestOf(context);
    const { options } = routeOf(request);
    if (!hasBody(request)) return next.handle();
    return readBody(options, request, context.switchToHttp().getResponse<Response>()).then(async (bytes) => {
      await confirmAdmission(request);
      parseBody(options, request, bytes);
      return next.handle();
    });
  }
}

const isUnknownCaller = ({ access, ownCallers }: EndpointOptions): boolean => access === 'anyone' && !ownCallers;

/** The bytes of a body, within the limits of its endpoint. */
export const readBody = (endpoint: EndpointOptions, request: Request, response: Response): Promise<Buffer> =>
  readBytes(request, response, readOptionsOf(endpoint));

/**
 * Makes `request.body` of these bytes.
 * @throws InvalidInput
 */
export function parseBody(endpoint: EndpointOptions, request: Request, bytes: Buffer): void {
  const { value, faults } =
    endpoint.body === 'form'
      ? parseForm(bytes)
      : parseJson(bytes, isUnknownCaller(endpoint) ? MAX_VALUES_OF_UNKNOWN_CALLER : undefined);
  if (faults) throw new InvalidInput(faults);
  request.body = value;
}
