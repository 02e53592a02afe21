import {
  type CallHandler,
  createParamDecorator,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Observable } from 'rxjs';
import { type AdmittedRequest, confirmAdmission } from './current.js';
import type { Route } from './routes.js';
import { readUpload } from './upload.js';

/** Reads the file of an endpoint that takes one, once the guards have admitted its caller. */
@Injectable()
export class UploadInterceptor implements NestInterceptor {
  static isNeededAt({ options }: Route): boolean {
    return options?.upload === true;
  }

  intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request & AdmittedRequest>();
    return readUpload(request, http.getResponse<Response>())
      .then(() => confirmAdmission(request))
      .then(() => next.handle());
  }
}

/** The content of the uploaded file. Its name and declared type are ignored. */
export const UploadedBytes = createParamDecorator(
  (_data: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<Request>().file!.buffer,
);
