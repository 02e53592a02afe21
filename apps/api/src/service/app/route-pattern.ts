import type { Call } from '../../platform/http/call.js';
import type { Route } from '../../platform/http/routes.js';

/**
 * The pattern of the endpoint that has answered a request: not its path, which has slugs, ids and sometimes secrets.
 */
export const patternOf = ({ route, call }: { route?: unknown; call?: Call }): string | undefined =>
  // One that the limit of its address has refused was led nowhere.
  route === undefined ? undefined : call?.route?.path;

/** As long as a secret may be; shorter ones can be guessed anyway. */
const LONG_PART = /[^/]{20,}/g;

/**
 * Leaves out what stands in a path from its secret on. It goes by the path alone, wherever the beginning of such a
 * route stands in it: a former address, and one with something behind it, have no route. Where nothing answers, a part
 * that is as long as secrets are may be one too, pasted into the wrong place.
 */
export function hidingSecrets(routes: readonly Route[]): (path: string, request: { call?: Call }) => string {
  const beginnings = routes
    .filter(({ options }) => options?.secretPath)
    .map(({ path }) => path.slice(0, path.lastIndexOf(':')).replaceAll(/:\w+/g, '[^/]+'));
  const secret = new RegExp(`(${beginnings.join('|')}).+`, 'is');
  return (path, { call }) => {
    const shown = path.replace(secret, '$1[redacted]');
    return call?.found ? shown : shown.replaceAll(LONG_PART, '[redacted]');
  };
}
