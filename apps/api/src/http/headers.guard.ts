import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { refusalByHeaders } from './body-headers.js';
import { endpointOf } from './endpoint.js';
import { hasBody } from './read-bytes.js';

/** Rejects bodies by their headers that no caller may send: 413 and 415 take precedence over 401. */
@Injectable()
export class HeadersGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    const endpoint = hasBody(request) ? endpointOf(context.getHandler()) : undefined;
    const refused = endpoint && refusalByHeaders(request, endpoint);
    if (refused) throw refused;
    return true;
  }
}
