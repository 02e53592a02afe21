import type { Call } from '../http/call.js';
import type { Route } from '../http/routes.js';

/** The pattern of the endpoint that has answered a request: not its path, which has slugs, ids and sometimes secrets. */
export const patternOf = ({ route, call }: { route?: unknown; call?: Call }): string | undefined =>
  // One that the limit of its address has refused was led nowhere.
  route === undefined ? undefined : call?.route?.path;

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
