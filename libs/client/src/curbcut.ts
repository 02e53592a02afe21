import type { Answered, CallOptions } from './call.js';
import { type ClientOptions, createClient } from './client.js';
import { CALLS, LISTS, type Curbcut } from './generated/resources.gen.js';

type AnyArgs = Record<string, unknown> & CallOptions & { body?: unknown };
type AnyCall = (args?: AnyArgs) => Answered<unknown>;
type Generated = (input: object) => Promise<unknown>;

const PAGE_SIZE = 100;

/**
 * The service, by what its operations are about: `curbcut.issues.list({ orgId, productSlug, state: ['open'] })`. A call
 * takes its path, query, `body` and options as one object and answers the body; `for await (const issue of
 * curbcut.issues.all({ … }))` goes through all pages. Each call throws a `CurbcutError` where it is refused.
 */
export function createCurbcut(options: ClientOptions): Curbcut {
  const client = createClient(options);
  const bound =
    (call: Generated): AnyCall =>
    ({ body, signal, ifMatch, ifNoneMatch, idempotencyKey, onResponse, ...args } = {}) => {
      let response: Response;
      const answer = call({
        client,
        args,
        body,
        signal,
        onResponse: (last: Response) => {
          response = last;
          onResponse?.(last);
        },
        headers: { 'if-match': ifMatch, 'if-none-match': ifNoneMatch, 'idempotency-key': idempotencyKey },
      });
      const withResponse = async () => {
        const data = await answer;
        return { data, etag: response.headers.get('etag') ?? undefined, response };
      };
      return Object.assign(answer, { withResponse });
    };
  const resources = Object.entries(CALLS).map(([resource, calls]) => {
    const single = Object.fromEntries(
      Object.entries<unknown>(calls).map(([name, call]) => [name, bound(call as Generated)]),
    );
    const lists: Record<string, readonly [string, string]> = LISTS[resource as keyof typeof LISTS];
    const all = Object.entries(lists).map(([name, [list, records]]) => [name, allPages(single[list]!, records)]);
    return [resource, { ...single, ...Object.fromEntries(all) }];
  });
  return Object.fromEntries(resources) as Curbcut;
}

const allPages = (list: AnyCall, records: string) =>
  async function* (args: AnyArgs): AsyncGenerator<unknown, void, undefined> {
    const { pageSize = PAGE_SIZE } = args as { pageSize?: number };
    let place: { after?: string; page?: number } = {};
    for (let page = 2; ; page++) {
      const { data, response } = await list({ ...args, ...place, pageSize, total: false }).withResponse();
      const items = (data as Record<string, unknown[]>)[records]!;
      yield* items;
      if (items.length < pageSize) return;
      const after = cursorOfNext(response);
      // A service of before there were cursors names none.
      place = after === undefined ? { page } : { after };
    }
  };

/** The cursor in `Link: <address?after=…>; rel="next"`. */
function cursorOfNext({ headers }: Response): string | undefined {
  const [, address] = /<([^>]*)>; rel="next"/.exec(headers.get('link') ?? '') ?? [];
  return new URLSearchParams(address?.split('?')[1]).get('after') ?? undefined;
}
