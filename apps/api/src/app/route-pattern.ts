import type { Request } from 'express';
import type { Route } from '../http/routes.js';

/** Tells the pattern of the route that has answered a request: not its path, which has slugs, ids and sometimes secrets. */
export function patternsOf(routes: readonly Route[]): (request: Request) => string | undefined {
  const known = new Set(routes.map(({ path }) => path));
  return (request) => {
    const pattern = (request.route as { path?: string } | undefined)?.path;
    return pattern && known.has(pattern) ? pattern : undefined;
  };
}

/**
 * Leaves out what stands in a path from its secret on. It goes by the path alone, wherever the beginning of such a route stands in it: a former address,
 * one with something behind it, and a request that a limit has refused have no route.
 */
export function hidingSecrets(routes: readonly Route[]): (path: string) => string {
  const beginnings = routes
    .filter(({ options }) => options?.secretPath)
    .map(({ path }) => path.slice(0, path.lastIndexOf(':')).replaceAll(/:\w+/g, '[^/]+'));
  const secret = new RegExp(`(${beginnings.join('|')}).+`, 'is');
  return (path) => path.replace(secret, '$1[redacted]');
}
