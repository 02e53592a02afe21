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
  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    if (endpointOf(context.getHandler())?.upload) {
      const http = context.switchToHttp();
      await readUpload(http.getRequest<Request>(), http.getResponse<Response>());
    }
    return next.handle();
  }
}

/** The content of the uploaded file. Its name and declared type are ignored. */
export const UploadedBytes = createParamDecorator(
  (_data: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<Request>().file!.buffer,
);
