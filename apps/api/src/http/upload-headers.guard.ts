import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { endpointOf } from './endpoint.js';
import { hasBody } from './read-bytes.js';
import { uploadRefusal } from './upload.js';

/** Refuses uploads that no caller may send, as far as their headers say: 413 and 415 come before 401. */
@Injectable()
export class UploadHeadersGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    const isUpload = hasBody(request) && endpointOf(context.getHandler())?.upload;
    const refused = isUpload ? uploadRefusal(request.headers) : undefined;
    if (refused) throw refused;
    return true;
  }
}
