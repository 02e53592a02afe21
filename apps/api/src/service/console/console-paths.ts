import type { Request } from 'express';
import { RouteTable } from '../../platform/http/route-table.js';

/** What begins so is answered by others, or by nobody: a program that mistypes an address shall not get a page. */
const OTHERS = /^\/(api|v1|docs|openapi\.json|public|pages|uploads|downloads|health|metrics|version)(\/|$)/i;

/** Where the files of the console are. */
export const ASSETS = '/assets/';

/** What the console says to a request. */
export type ConsoleAnswer = 'file' | 'page' | 'no such page';

type ConsoleRequest = Pick<Request, 'method' | 'path' | 'accepts'>;

/**
 * Tells what the console says to a request that leads to no endpoint; undefined where it says nothing.
 * @param addresses of its views: `/o/:org/p/:product`
 */
export function consolePaths(addresses: readonly string[]): (request: ConsoleRequest) => ConsoleAnswer | undefined {
  const views = new RouteTable<true>();
  for (const address of addresses) views.add('GET', address, true);
  return (request) => {
    const { method, path } = request;
    if (method !== 'GET' && method !== 'HEAD') return undefined;
    if (path.startsWith(ASSETS)) return 'file';
    if (OTHERS.test(path) || !prefersPage(request)) return undefined;
    return views.find('GET', path) ? 'page' : 'no such page';
  };
}

/** Browsers say so; of whoever takes everything alike nobody knows that it shows pages. */
export const prefersPage = (request: Pick<Request, 'accepts'>): boolean =>
  request.accepts(['application/json', 'text/html']) === 'text/html';
