import { QueryClient, type UseMutationOptions, type UseQueryOptions } from '@tanstack/react-query';
import createFetchClient from 'openapi-fetch';
import { client as heyApiClient } from './made/hey-api/client.gen.js';
import * as tanstack from './made/hey-api/@tanstack/react-query.gen.js';
import * as oazapfts from './made/oazapfts.js';
import type { paths } from './made/openapi-typescript.js';
import * as orval from './made/orval.js';
import { Api, type HttpResponse } from './made/swagger.js';
import type { Answer } from './calls.js';
import { target } from './orval-fetch.js';

type Values = Record<string, unknown>;
type Functions = Record<string, (...given: never[]) => unknown>;
/** A call by what the document says of its operation. */
export interface Planned {
  /** As generators write the name of an operation. */
  name: string;
  method: string;
  url: string;
  hasBody: boolean;
  hasQuery: boolean;
  hasHeader: boolean;
  sent: { path?: Values; query?: Values; header?: Record<string, string>; body?: unknown };
}
/** A generated client: sends calls, with the headers of a credential. */
export type Client = (planned: Planned, headers: Record<string, string>) => Promise<Answer>;

/** The generated function of this name. */
function functionOf(functions: object, name: string): (...given: unknown[]) => Promise<unknown> {
  const found = (functions as Functions)[name];
  if (!found) throw new Error(`nothing generated is named ${name}`);
  return found as (...given: unknown[]) => Promise<unknown>;
}
/** The values of the path in its order, as the generators with positional arguments have them. */
const inOrder = ({ url, sent }: Planned): unknown[] =>
  [...url.matchAll(/\{(\w+)\}/g)].map(([, name]) => sent.path?.[name!]);

interface Fetched {
  data?: unknown;
  error?: unknown;
  response: Response;
}

/** openapi-typescript with openapi-fetch. */
function openapiFetch(base: string): Client {
  const client = createFetchClient<paths>({ baseUrl: base });
  return async ({ method, url, sent }, headers) => {
    const { header, path, query, body } = sent;
    const request = client.request as (method: string, url: string, init: object) => Promise<Fetched>;
    const { data, error, response } = await request(method, url, { params: { path, query, header }, body, headers });
    return { status: response.status, headers: response.headers, data: data ?? error };
  };
}

/** @hey-api/openapi-ts: what reads by TanStack Query, and what changes. */
function heyApiWithTanStack(base: string): Client {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false, gcTime: 0 } } });
  let response: Response | undefined;
  heyApiClient.setConfig({ baseUrl: base });
  heyApiClient.interceptors.response.use((answer) => (response = answer));
  return async ({ name, method, sent: { header, ...sent } }, headers) => {
    const given = { ...sent, headers: { ...headers, ...header } };
    const answer = (data: unknown): Answer => ({ status: response!.status, headers: response!.headers, data });
    try {
      if (method === 'get') {
        const options = functionOf(tanstack, `${name}Options`)(given) as unknown as UseQueryOptions;
        return answer(await queries.fetchQuery({ ...options, queryKey: options.queryKey, staleTime: 0 }));
      }
      const mutation = functionOf(tanstack, `${name}Mutation`)() as unknown as UseMutationOptions<
        unknown,
        unknown,
        object
      >;
      return answer(await queries.getMutationCache().build(queries, mutation).execute(given));
    } catch (problem) {
      return answer(problem);
    }
  };
}

/** oazapfts: the path, the body, then what is optional of query and headers by names without signs. */
function oazapftsClient(base: string): Client {
  oazapfts.defaults.baseUrl = base;
  // It writes names without signs, and those of TypeScript's own words with one.
  const nameOf = (name: string): string =>
    name === 'type'
      ? '$type'
      : name.charAt(0).toLowerCase() + name.slice(1).replace(/-(\w)/g, (_, c: string) => c.toUpperCase());
  const named = (values: Values): Values =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [nameOf(name), value]));
  return async (planned, headers) => {
    const { hasBody, hasQuery, hasHeader, sent } = planned;
    const given = [
      ...inOrder(planned),
      ...(hasBody ? [sent.body] : []),
      ...(hasQuery || hasHeader ? [named({ ...sent.query, ...sent.header })] : []),
    ];
    return (await functionOf(oazapfts, planned.name)(...given, { headers })) as Answer;
  };
}

/** orval with `fetch`. */
function orvalClient(base: string): Client {
  return async (planned, headers) => {
    const { hasBody, hasQuery, hasHeader, sent } = planned;
    Object.assign(target, { base, headers });
    const given = [
      ...inOrder(planned),
      ...(hasBody ? [sent.body] : []),
      ...(hasQuery ? [sent.query] : []),
      ...(hasHeader ? [sent.header] : []),
    ];
    return (await functionOf(orval, planned.name)(...given)) as Answer;
  };
}

/** swagger-typescript-api, whose functions take headers as `fetch` does. */
function swaggerClient(base: string): Client {
  const api = new Api<Record<string, string>>({
    baseUrl: base,
    securityWorker: (headers) => ({ headers: headers ?? {} }),
  });
  return async (planned, headers) => {
    const { hasBody, hasQuery, sent } = planned;
    api.setSecurityData(headers);
    const given = [...inOrder(planned), ...(hasBody ? [sent.body] : []), ...(hasQuery ? [sent.query ?? {}] : [])];
    const answer = (await functionOf({ ...api.api, ...api.v1 }, planned.name)(...given, { headers: sent.header }).catch(
      (refused: unknown) => refused,
    )) as HttpResponse<unknown, unknown>;
    if (!(answer instanceof Response)) throw answer;
    const unread = async (): Promise<unknown> => (answer.bodyUsed || answer.status === 204 ? undefined : answer.json());
    return { status: answer.status, headers: answer.headers, data: answer.data ?? answer.error ?? (await unread()) };
  };
}

/** The clients by their generators. */
export const CLIENTS: Record<string, (base: string) => Client> = {
  'openapi-typescript': openapiFetch,
  'hey-api': heyApiWithTanStack,
  oazapfts: oazapftsClient,
  orval: orvalClient,
  'swagger-typescript-api': swaggerClient,
};
