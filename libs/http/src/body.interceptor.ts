import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { InvalidInput } from '#libs/errors';
import type { Observable } from 'rxjs';
import type { BodyRequest } from './json-body.js';

/** Tells what is wrong with the text of a body, once the guards have admitted its caller. */
@Injectable()
export class BodyInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { bodyFaults } = context.switchToHttp().getRequest<BodyRequest>();
    if (bodyFaults) throw new InvalidInput(bodyFaults);
    return next.handle();
  }
}
