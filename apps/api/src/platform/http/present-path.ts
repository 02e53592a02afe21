import { isId } from '#libs/ids';
import type { Response } from 'express';
import { type CalledRequest, routeOf } from './call.js';

/** The slugs that records of a path have now, by the variables that name them. */
type PresentSlugs = Readonly<Partial<Record<'orgId' | 'productSlug' | 'areaSlug' | 'standardSlug', string>>>;

/**
 * The path of a request with the slugs that records have now, where it names any by a former one or by an id;
 * undefined: it has them.
 */
function presentPath(request: CalledRequest, slugs: PresentSlugs): string | undefined {
  const { params } = request as { params: Record<string, string> };
  const named = Object.entries(slugs).filter(
    ([name, slug]) => slug !== params[name] && !(name === 'orgId' && isId(params[name] ?? '')),
  );
  if (named.length === 0) return undefined;
  const present = new Map(named.map(([name, slug]) => [`:${name}`, encodeURIComponent(slug)]));
  const segments = (request.call.presentPath ?? request.path).split('/');
  const pattern = routeOf(request).path.split('/');
  return segments.map((segment, index) => present.get(pattern[index] ?? '') ?? segment).join('/');
}

/** Says in `Content-Location` where what a request names by a former slug or an id stands now. */
export function setContentLocation(request: CalledRequest, response: Response, slugs: PresentSlugs): void {
  const path = presentPath(request, slugs);
  if (path === undefined) return;
  request.call.presentPath = path;
  response.setHeader('Content-Location', path);
}
