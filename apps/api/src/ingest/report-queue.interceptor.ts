import { Settings } from '#libs/config';
import { ReportQueue } from '#libs/queues';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Response } from 'express';
import { lastValueFrom, type Observable, of } from 'rxjs';
import { parseBody, readBody } from '../http/body.interceptor.js';
import { requestOf, routeOf } from '../http/call.js';
import { confirmAdmission } from '../http/current.js';
import { hasBody } from '../http/read-bytes.js';
import type { Route } from '../http/routes.js';
import type { Organization } from '../organizations/organization.entity.js';

/** How long a report waits for its turn. */
const LONGEST_WAIT_MS = 10_000;
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

  constructor({ ingestConcurrency: places }: Settings) {
    this.queue = new ReportQueue({ places, longestWaitMs: LONGEST_WAIT_MS, bytes: WAITING_BYTES });
  }

  /** @throws TemporarilyUnavailable where too many reports wait; organizations take turns */
  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = requestOf(context);
    const { options } = routeOf(request);
    if (!hasBody(request)) return next.handle();
    const bytes = await readBody(options, request, context.switchToHttp().getResponse<Response>());
    const { id } = request.admission.organization as Organization;
    const answer = await this.queue.run(id, bytes.length, async () => {
      await confirmAdmission(request);
      parseBody(options, request, bytes);
      return lastValueFrom(next.handle());
    });
    return of(answer);
  }
}
