import { join } from 'node:path';
import { Settings } from '#libs/config';
import {
  type CallHandler,
  createParamDecorator,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { Response } from 'express';
import { finalize, type Observable } from 'rxjs';
import { requestOf, routeOf } from './call.js';
import { confirmAdmission } from './current.js';
import type { Route } from './routes.js';
import { type FileOnDisk, filesOf, readFileUpload, readUpload } from './upload.js';

/** Where large files are while they are handled, in the data folder. */
export const UNDER_WAY = 'under-way';

/** Reads the file of an endpoint that takes one, once the guards have admitted its caller. */
@Injectable()
export class UploadInterceptor implements NestInterceptor {
  constructor(private readonly settings: Settings) {}

  static isNeededAt({ options }: Route): boolean {
    return options?.upload !== undefined;
  }

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = requestOf(context);
    const response = context.switchToHttp().getResponse<Response>();
    const upload = routeOf(request).options.upload!;
    if (upload === true) {
      await readUpload(request, response);
      await confirmAdmission(request);
      return next.handle();
    }
    const remove = await readFileUpload(upload, join(this.settings.dataDir, UNDER_WAY), request, response);
    try {
      await confirmAdmission(request);
    } catch (error) {
      await remove();
      throw error;
    }
    return next.handle().pipe(finalize(() => void remove()));
  }
}

/** The content of the uploaded picture. Its name and declared type are ignored. */
export const UploadedBytes = createParamDecorator(
  (_data: unknown, context: ExecutionContext) => requestOf(context).file!.buffer,
);

/** The uploaded file, on disk until the request is answered. Its name and declared type are ignored. */
export const UploadedFile = createParamDecorator(
  (_data: unknown, context: ExecutionContext) => requestOf(context).file as unknown as FileOnDisk,
);

/** The uploaded files, on disk until the request is answered, with the names that their sender gave them. */
export const UploadedFiles = createParamDecorator((_data: unknown, context: ExecutionContext): FileOnDisk[] =>
  filesOf(requestOf(context)),
);
