import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { refusalByHeaders } from './body-headers.js';
import { requestOf, routeOf } from './call.js';
import { hasBody } from './read-bytes.js';

/** Rejects bodies by their headers that no caller may send: 413 and 415 take precedence over 401. */
@Injectable()
export class HeadersGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = requestOf(context);
    const refused = hasBody(request) ? refusalByHeaders(request, routeOf(request).options) : undefined;
    if (refused) throw refused;
    return true;
  }
}
