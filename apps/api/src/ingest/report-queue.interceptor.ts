import { Settings } from '#libs/config';
import { pauseBefore, ReportQueue } from '#libs/queues';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Response } from 'express';
import { lastValueFrom, type Observable, of } from 'rxjs';
import { parseBody, readBody } from '../http/body.interceptor.js';
import { requestOf, routeOf } from '../http/call.js';
import { confirmAdmission } from '../http/current.js';
import { hasBody } from '../http/read-bytes.js';
import type { Route } from '../http/routes.js';
import type { Organization } from '../organizations/organization.entity.js';

/** How many bytes a finding has at least. */
const BYTES_OF_FINDING = 32;
/** How long a report waits for its turn. */
const LONGEST_WAIT_MS = 10_000;
/** Parsed and judged, a report takes a hundred times the room of its bytes: of those that are larger, one is stored at once. */
const LARGE_BYTES = 524_288;
/** How many bytes of reports wait, of one organization and of all. */
const WAITING_BYTES = { ofOne: 64 * 1_048_576, ofAll: 256 * 1_048_576 };

/**
 * Has reports parsed, checked and stored when their turn comes. Fewer at once than there are connections, so that what pipelines send in one moment waits
 * here, and not for a connection among the requests of people; and as bytes, since parsed it takes many times the room, and parsing all at
 * once would keep everybody waiting.
 */
@Injectable()
export class ReportQueueInterceptor implements NestInterceptor {
  static isNeededAt({ options }: Route): boolean {
    return options?.queued === true;
  }

  private readonly queue: ReportQueue;
  private readonly largeReports: ReportQueue;

  constructor({ ingestConcurrency: places }: Settings) {
    const limits = { longestWaitMs: LONGEST_WAIT_MS, bytes: WAITING_BYTES };
    this.queue = new ReportQueue({ ...limits, places });
    this.largeReports = new ReportQueue({ ...limits, places: 1 });
  }

  /** @throws TemporarilyUnavailable where too many reports wait; organizations take turns */
  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = requestOf(context);
    const { options } = routeOf(request);
    if (!hasBody(request)) return next.handle();
    const bytes = await readBody(options, request, context.switchToHttp().getResponse<Response>());
    const { id } = request.admission.organization as Organization;
    const store = async (): Promise<unknown> => {
      await confirmAdmission(request);
      // Of many reports that come together, one is parsed in each turn of the event loop.
      await pauseBefore({ length: bytes.length / BYTES_OF_FINDING });
      parseBody(options, request, bytes);
      return lastValueFrom(next.handle());
    };
    const queued = (): Promise<unknown> => this.queue.run(id, bytes.length, store);
    return of(await (bytes.length > LARGE_BYTES ? this.largeReports.run(id, bytes.length, queued) : queued()));
  }
}
