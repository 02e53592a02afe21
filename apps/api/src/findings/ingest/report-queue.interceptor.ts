import { pauseBefore } from '#libs/queues';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Response } from 'express';
import { lastValueFrom, type Observable, of } from 'rxjs';
import { parseBody, readBody } from '../../platform/http/body.interceptor.js';
import { requestOf, routeOf } from '../../platform/http/call.js';
import { confirmAdmission } from '../../platform/http/current.js';
import { hasBody } from '../../platform/http/read-bytes.js';
import type { Route } from '../../platform/http/routes.js';
import type { Organization } from '../../accounts/organizations/organization.entity.js';
import { ResourcePlaces } from '../../platform/places/resource-places.service.js';
import { productNamedIn } from './product-named-in.js';

/** How many bytes a finding has at least. */
const BYTES_OF_FINDING = 32;
/** Of reports of more bytes one is stored at once. */
const LARGE_BYTES = 262_144;

/**
 * Has reports parsed, checked and stored when their account has a place. What waits is bytes, since parsed it takes
 * many times the room, and parsing all at once would keep everybody waiting.
 */
@Injectable()
export class ReportQueueInterceptor implements NestInterceptor {
  static isNeededAt({ options }: Route): boolean {
    return options?.queued === true;
  }

  constructor(private readonly places: ResourcePlaces) {}

  /** @throws TemporarilyUnavailable where too many reports wait */
  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = requestOf(context);
    const { options } = routeOf(request);
    if (!hasBody(request)) return next.handle();
    const bytes = await readBody(options, request, context.switchToHttp().getResponse<Response>());
    const store = async (): Promise<unknown> => {
      await confirmAdmission(request);
      // Of many reports that come together, one is parsed in each turn of the event loop.
      await pauseBefore({ length: bytes.length / BYTES_OF_FINDING });
      parseBody(options, request, bytes);
      return lastValueFrom(next.handle());
    };
    const { id } = request.admission.organization as Organization;
    const size = bytes.length;
    const queued = (): Promise<unknown> =>
      this.places.run('ingest', store, { size, lock: `${id} ${productNamedIn(bytes) ?? ''}` });
    return of(await (size > LARGE_BYTES ? this.places.run('large_reports', queued, { size }) : queued()));
  }
}
