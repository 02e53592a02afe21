import type { CiRun } from '../context/ci-run.js';
import { ServiceFault } from '../faults.js';
import { keepSecret } from '../printable.js';
import { NoAnswer, send } from './http.js';
import { isOutage, LONGEST_TRY } from './retry.js';
import { type Access, callService } from './service.js';

/** Where the OpenID token of this job comes from; undefined where the provider offers none. */
export type TokenSource = (audience: string, timeout: number) => Promise<string>;

/** The provider's offer of a token that says which repository this job runs for. */
export function tokenSourceOf({ provider }: CiRun, env: NodeJS.ProcessEnv): TokenSource | undefined {
  const { ACTIONS_ID_TOKEN_REQUEST_URL: url, ACTIONS_ID_TOKEN_REQUEST_TOKEN: bearer, CURBCUT_ID_TOKEN: given } = env;
  if (given) return () => Promise.resolve(given);
  if (provider !== 'github' || !url || !bearer) return undefined;
  return (audience, timeout) => fromGithub(url, bearer, audience, timeout);
}

async function fromGithub(url: string, bearer: string, audience: string, timeout: number): Promise<string> {
  const address = `${url}${url.includes('?') ? '&' : '?'}audience=${encodeURIComponent(audience)}`;
  const headers = { authorization: `Bearer ${bearer}`, accept: 'application/json' };
  try {
    const { status, body } = await send({ method: 'GET', url: address, headers, timeout });
    const { value } = (status === 200 ? JSON.parse(body.toString()) : {}) as { value?: string };
    if (value) return value;
    throw new ServiceFault(
      `GitHub returned no OpenID Connect token (${status}). The job needs "permissions: id-token: write".`,
      undefined,
      isOutage(status),
    );
  } catch (error) {
    if (error instanceof NoAnswer)
      throw new ServiceFault(`GitHub returned no OpenID Connect token: ${error.message}.`, undefined, true);
    throw error;
  }
}

/** For what a pass is asked. */
interface Purpose {
  product?: string;
  organization?: string;
}

/**
 * Exchanges a token for a pass of 15 minutes. Each try has a fresh token where the provider gives one, since the
 * service takes each but once.
 * @throws ServiceFault `token_refused` that shows what the token says beside what is expected
 */
export async function passFor(
  source: TokenSource,
  access: Access,
  { product, organization }: Purpose,
): Promise<string> {
  let token = '';
  const body = async (): Promise<object> => {
    token = await source(access.url, Math.min(LONGEST_TRY, access.timeout));
    keepSecret(token);
    return {
      token,
      ...(product === undefined ? {} : { productRef: product }),
      ...(organization === undefined ? {} : { organizationId: organization }),
    };
  };
  try {
    const { body: answer } = await callService<{ apiKey: { key: string } }>('POST', '/api/ingest/token', access, body);
    keepSecret(answer.apiKey.key);
    return answer.apiKey.key;
  } catch (error) {
    if (!(error instanceof ServiceFault) || error.code !== 'token_refused') throw error;
    throw new ServiceFault(`${error.message} ${describeToken(token, access.url)}`, error.code);
  }
}

const SHOWN = [
  'iss',
  'aud',
  'repository_id',
  'repository_owner_id',
  'project_id',
  'namespace_id',
  'ref',
  'environment',
  'exp',
];

/** What a token says of itself, without its signature. */
function describeToken(token: string, url: string): string {
  const claims = claimsOf(token);
  const shownClaims = SHOWN.flatMap((name) =>
    claims[name] === undefined ? [] : [`${name}=${JSON.stringify(claims[name])}`],
  );
  return `The token contains ${shownClaims.join(' ') || 'no readable claims'}. Expected: aud="${url}", a trusted issuer, the ids of a trusted publisher of the product, and exp in the future (now ${Math.floor(Date.now() / 1000)}).`;
}

function claimsOf(token: string): Record<string, unknown> {
  try {
    return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;
  } catch {
    return {};
  }
}
