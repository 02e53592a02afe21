import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor, type Type } from '@nestjs/common';
import type { Response } from 'express';
import { from, lastValueFrom, map, type Observable } from 'rxjs';
import { type CalledRequest, requestOf, routeOf } from '../http/call.js';
import type { AdmittedRequest } from '../http/current.js';
import { hasCursors, hasWhole, type Route } from '../http/routes.js';
import { wholeFormatOf } from './list-formats.js';
import { pageBy, Paging } from './paging.js';
import { wholeList } from './whole-list.js';

/**
 * Reads the cursor of a request for a list, and names that of the next page: `Link: <…>; rel="next"` (RFC 8288). Where
 * the whole list is wanted, it has all pages read.
 */
@Injectable()
export class PagingInterceptor implements NestInterceptor {
  static isNeededAt(route: Route): boolean {
    return hasCursors(route);
  }

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = requestOf(context);
    const list = listOf(request);
    const response = context.switchToHttp().getResponse<Response>();
    const route = routeOf(request);
    if (hasWhole(route)) {
      response.vary('Accept');
      const format = wholeFormatOf(request);
      const pageRequest = {
        list,
        after: request.query.after as string | undefined,
        page: route.options.returns as Type,
      };
      if (format)
        return from(wholeList(request, pageRequest, format, () => lastValueFrom(next.handle() as Observable<object>)));
    }
    const paging = new Paging(list, request.query);
    pageBy(paging);
    return next.handle().pipe(
      map((body: unknown) => {
        if (paging.next !== undefined) response.append('Link', `<${addressOf(request, paging.next)}>; rel="next"`);
        return body;
      }),
    );
  }
}

/** Parameters that say which part of a list is read, and not which list it is. */
const OF_THE_PAGE = ['after', 'format', 'page', 'pageSize', 'total'];

/**
 * Of which list a request asks, with which filters, in which order. Records that have former names are named by their
 * ids.
 */
function listOf(request: CalledRequest & AdmittedRequest): string {
  const { path, parameters } = routeOf(request);
  const { organization, product, principal } = request.admission as {
    organization?: { id: string };
    product?: { id: string };
    principal?: { userId: string | null };
  };
  const { orgId: _orgId, productSlug: _productSlug, ...records } = request.params;
  const owners = [organization?.id ?? principal?.userId, product?.id];
  const filters = parameters
    .filter((name) => !OF_THE_PAGE.includes(name) && request.query[name] !== undefined)
    .sort()
    .map((name) => [name, request.query[name]]);
  return JSON.stringify([path, owners, records, filters]);
}

function addressOf({ originalUrl }: CalledRequest, after: string): string {
  const { pathname, searchParams } = new URL(originalUrl, 'http://localhost');
  searchParams.delete('page');
  searchParams.set('after', after);
  return `${pathname}?${searchParams.toString()}`;
}
