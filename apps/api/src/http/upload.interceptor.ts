import {
  type CallHandler,
  createParamDecorator,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { Response } from 'express';
import type { Observable } from 'rxjs';
import { requestOf } from './call.js';
import { confirmAdmission } from './current.js';
import type { Route } from './routes.js';
import { readUpload } from './upload.js';

/** Reads the file of an endpoint that takes one, once the guards have admitted its caller. */
@Injectable()
export class UploadInterceptor implements NestInterceptor {
  static isNeededAt({ options }: Route): boolean {
    return options?.upload === true;
  }

  intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = requestOf(context);
    return readUpload(request, context.switchToHttp().getResponse<Response>())
      .then(() => confirmAdmission(request))
      .then(() => next.handle());
  }
}

/** The content of the uploaded file. Its name and declared type are ignored. */
export const UploadedBytes = createParamDecorator(
  (_data: unknown, context: ExecutionContext) => requestOf(context).file!.buffer,
);
