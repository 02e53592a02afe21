import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Response } from 'express';
import { lastValueFrom, Observable } from 'rxjs';
import { requestOf, routeOf } from '../http/call.js';
import { confirmAdmission } from '../http/current.js';
import type { Route } from '../http/routes.js';
import { LargeJson } from '../http/large-json.js';
import { ResourcePlaces } from './resource-places.service.js';
import { resourceAt } from './resources.js';

/** Has a call handled when its account has a place at the resource that it uses, which it keeps until its answer is written. */
@Injectable()
export class PlaceInterceptor implements NestInterceptor {
  static isNeededAt(route: Route): boolean {
    return !route.options?.queued && resourceAt(route) !== undefined;
  }

  constructor(private readonly places: ResourcePlaces) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = requestOf(context);
    return new Observable((answer) => {
      const handle = async (): Promise<void> => {
        const confirming = confirmAdmission(request);
        if (confirming) await confirming;
        const body: unknown = await lastValueFrom(next.handle(), { defaultValue: undefined });
        answer.next(body);
        answer.complete();
        await (body instanceof LargeJson ? sent(context.switchToHttp().getResponse()) : nextTurn());
      };
      this.places.run(resourceAt(routeOf(request))!, handle).catch((error: unknown) => answer.error(error));
    });
  }
}

/** For how long what is sent slowly keeps a place, in milliseconds. */
const SENT_WITHIN_MS = 30_000;

/** Until an answer is sent: what is large is in memory for so long. */
const sent = (response: Response): Promise<unknown> =>
  once(response, 'close', { signal: AbortSignal.timeout(SENT_WITHIN_MS) }).catch(() => undefined);
