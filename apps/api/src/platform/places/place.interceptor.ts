import { once } from 'node:events';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { TemporarilyUnavailable } from '#libs/errors';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Response } from 'express';
import { lastValueFrom, Observable } from 'rxjs';
import { requestOf, routeOf } from '../http/call.js';
import { confirmAdmission } from '../http/current.js';
import { LargeJson } from '../http/large-json.js';
import { hasWhole, type Route } from '../http/routes.js';
import { Streamed } from '../http/streamed.js';
import { wholeFormatOf } from '../lists/list-formats.js';
import { ResourcePlaces } from './resource-places.service.js';
import { resourceAt } from './resources.js';

/**
 * Has a call handled when its account has a place at the resource that it uses, which it keeps until its answer is
 * written. A list that is told whole has one of its own kind as long as it is read, and one for reading only while a
 * part of it is made: who reads slowly keeps nobody from that.
 */
@Injectable()
export class PlaceInterceptor implements NestInterceptor {
  static isNeededAt(route: Route): boolean {
    return !route.options?.queued && resourceAt(route) !== undefined;
  }

  constructor(private readonly places: ResourcePlaces) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = requestOf(context);
    return new Observable((answer) => {
      const response = context.switchToHttp().getResponse<Response>();
      const read = async (): Promise<unknown> => {
        const confirming = confirmAdmission(request);
        if (confirming) await confirming;
        return lastValueFrom(next.handle(), { defaultValue: undefined });
      };
      const handle = async (): Promise<void> => {
        const body = await read();
        answer.next(body);
        answer.complete();
        await (body instanceof LargeJson ? sent(response) : nextTurn());
      };
      const tellWhole = async (): Promise<void> => {
        const body = await this.places.run('lists', read);
        const streamed = body instanceof Streamed ? body.makingEach((make) => this.inTurn(make, response)) : body;
        answer.next(streamed);
        answer.complete();
        await (streamed instanceof Streamed ? closed(response) : nextTurn());
      };
      const route = routeOf(request);
      const isWhole = hasWhole(route) && wholeFormatOf(request) !== undefined;
      const handled = isWhole ? this.places.run('streams', tellWhole) : this.places.run(resourceAt(route)!, handle);
      handled.catch((error: unknown) => answer.error(error));
    });
  }

  /** Makes a part of what is under way: who has begun to read waits longer for a place than who may come again. */
  private async inTurn<T>(make: () => Promise<T>, response: Response): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      let isBegun = false;
      try {
        return await this.places.run('lists', () => {
          isBegun = true;
          return make();
        });
      } catch (error) {
        if (isBegun || response.closed || attempt === MOST_ATTEMPTS || !(error instanceof TemporarilyUnavailable))
          throw error;
        await delay(BETWEEN_ATTEMPTS_MS);
      }
    }
  }
}

/** How often a part waits for a place, and how long in between, in milliseconds. */
const MOST_ATTEMPTS = 6;
const BETWEEN_ATTEMPTS_MS = 1_000;

/** Until what is made as it is read is sent: that cuts off by itself who does not read. */
const closed = (response: Response): unknown => response.closed || once(response, 'close');

/** For how long what is sent slowly keeps a place, in milliseconds: less than others wait for theirs. */
const SENT_WITHIN_MS = 8_000;

/** Until an answer is sent: what is large is in memory for so long. */
const sent = (response: Response): Promise<unknown> =>
  once(response, 'close', { signal: AbortSignal.timeout(SENT_WITHIN_MS) }).catch(() => undefined);
