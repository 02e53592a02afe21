import { NotFound } from '#libs/errors';
import type { ExecutionContext } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import type { AdmittedRequest } from './current.js';
import type { RouteMatch } from './route-table.js';
import type { ServedRoute } from './routes.js';

/**
 * The credential of a request. `malformed`: the header is present but not a valid credential; `ambiguous`: there are
 * two.
 */
export type Credential =
  | { kind: 'key' | 'session'; secret: string; cookie?: boolean }
  | { kind: 'malformed' | 'ambiguous'; secret?: undefined };

/** What answers at a path; with its declaration, if it is an endpoint. */
export interface Served {
  handler: (request: CalledRequest, response: Response, next: NextFunction) => unknown;
  route?: ServedRoute;
}

/** What a request leads to and what it comes with: resolved once, before it is counted. */
export interface Call {
  /** Undefined where nothing answers this verb at this path. */
  found?: RouteMatch<Served>;
  /** The endpoint; undefined for an unknown path too, and for what is served besides the endpoints. */
  route?: ServedRoute;
  credential?: Credential;
  /** The path with the slugs that its records have now, where it is another one. */
  presentPath?: string;
  /** There, where the request is carried out once: keeps a refusal as its answer; undefined: it may be sent anew. */
  finish?: (refusal: { status: number; body: string } | undefined) => Promise<void>;
  /** Whether the console answers it: then it leads to no endpoint. */
  isConsole: boolean;
  /**
   * There, where the endpoint verifies the credential: the limit of the address waits to be told whether it is valid.
   */
  reservation?: Reservation;
}

/** A place in the limit of an address, taken by a request whose credential has not been checked yet. */
interface Reservation {
  /** The credential is valid: the request is not counted, and the credential is remembered. */
  confirm: () => Promise<void>;
  /** It is not: the request is counted, and the credential is no longer remembered. */
  reject: () => Promise<void>;
  /** It was, and is so no longer: it is not remembered by any replica. */
  forget: () => Promise<void>;
}

export type CalledRequest = Request & { call: Call };

/** The request that a guard or an interceptor is about. */
export const requestOf = (context: ExecutionContext): CalledRequest & AdmittedRequest =>
  context.switchToHttp().getRequest();

/**
 * The endpoint that a request leads to.
 * @throws NotFound where it has none: nothing is served that was not declared
 */
export function routeOf({ call: { route } }: CalledRequest): ServedRoute {
  if (!route) throw new NotFound('path');
  return route;
}
