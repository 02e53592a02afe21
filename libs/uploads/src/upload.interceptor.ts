import {
  type CallHandler,
  createParamDecorator,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import { endpointOf } from '#libs/access';
import type { Request, Response } from 'express';
import type { Observable } from 'rxjs';
import { readUpload } from './upload.js';

/** Reads the file of an endpoint that takes one, once the guards have admitted its caller. */
@Injectable()
export class UploadInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> | Promise<Observable<unknown>> {
    if (!endpointOf(context.getHandler())?.upload) return next.handle();
    const http = context.switchToHttp();
    return readUpload(http.getRequest<Request>(), http.getResponse<Response>()).then(() => next.handle());
  }
}

/** The content of the uploaded file. Its name and declared type are ignored. */
export const UploadedBytes = createParamDecorator(
  (_data: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<Request>().file!.buffer,
);
