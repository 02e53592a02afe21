import { posix } from 'node:path';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Response } from 'express';
import { map, type Observable } from 'rxjs';
import { requestOf, routeOf } from './call.js';
import type { CreatedOrFound, EndpointOptions } from './endpoint.js';
import type { Route } from './routes.js';

/**
 * Sets `Location` on creates, and on what a job makes. Every create posts to its collection, so the path of the new record is the path of the
 * request and the key that the endpoint's `created` takes from the body; an absolute key stands alone, and `../` leads
 * up from a path below a record. What was found instead of made is answered 200.
 */
@Injectable()
export class LocationInterceptor implements NestInterceptor {
  static isNeededAt({ options }: Route): boolean {
    return typeof options?.accepted === 'function' || (options?.created !== undefined && options.created !== true);
  }

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = requestOf(context);
    const { options } = routeOf(request);
    const created = (options.accepted ?? options.created) as Exclude<EndpointOptions['created'], true | undefined>;
    const response = context.switchToHttp().getResponse<Response>();
    if (created === 'or-found') {
      return next.handle().pipe(
        map(({ body, location }: CreatedOrFound<unknown>) => {
          if (location === undefined) response.status(200);
          else response.location(location);
          return body;
        }),
      );
    }
    return next.handle().pipe(
      map((body: unknown) => {
        const key = [201, 202].includes(response.statusCode) ? created(body as never) : undefined;
        if (key !== undefined) {
          const collection = (request.call.presentPath ?? request.path).replace(/\/$/, '');
          // Not `setHeader`: a slug may be of any script, and a header of ASCII only.
          response.location(String(key).startsWith('/') ? String(key) : posix.join(collection, String(key)));
        }
        return body;
      }),
    );
  }
}
