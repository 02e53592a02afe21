import { InvalidInput, pointerSegment } from '#libs/errors';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { requestOf, routeOf } from './call.js';
import { byLikeness } from './nearest.js';
import { notePreference, prefers } from './preferences.js';

/**
 * Refuses parameters of the query that the operation does not have where the caller prefers that: `Prefer:
 * handling=strict` (RFC 7240).
 */
@Injectable()
export class StrictGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = requestOf(context);
    if (!prefers(request, 'handling', 'strict')) return true;
    const { parameters } = routeOf(request);
    const unknown = Object.keys(request.query).filter((name) => !parameters.includes(name));
    if (unknown.length > 0) throw new InvalidInput(unknown.map((name) => faultOf(name, parameters)));
    notePreference(context.switchToHttp().getResponse<Response>(), 'handling', 'strict');
    return true;
  }
}

function faultOf(name: string, parameters: readonly string[]) {
  const allowed = byLikeness(name, parameters);
  const meant = allowed.length > 0 ? `; did you mean ${allowed[0]}?` : '';
  return {
    path: `/query/${pointerSegment(name)}`,
    code: 'unknown_property' as const,
    message: `${name} is not a parameter of this operation${meant}`,
    params: { allowed },
  };
}
