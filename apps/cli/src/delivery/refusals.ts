import { ServiceFault } from '../faults.js';
import { isOutage } from './retry.js';

/** The body of a refusal (RFC 9457). */
interface Problem {
  code?: string;
  message?: string;
  requestId?: string | string[];
  errors?: { path: string; code: string; message: string }[];
}

const KEY = 'CURBCUT_API_KEY';

/** What to do about a refusal, by its code. */
const ADVICE: Readonly<Record<string, string>> = {
  unauthenticated: `${KEY} is invalid, revoked or expired: create a new one`,
  key_scope_missing: `${KEY} lacks the required scope: create a key with it`,
  key_product_mismatch: `${KEY} is for another product: change CURBCUT_PRODUCT or --product, or use the key of that product`,
  key_wrong_organization: `${KEY} belongs to another organization: change CURBCUT_ORGANIZATION or the key`,
  key_address_not_allowed: `${KEY} cannot be used from the address of this machine`,
  token_refused: 'the product has no matching trusted publisher for this job',
  product_ambiguous:
    'set the organization with --organization (or CURBCUT_ORGANIZATION, or organization in curbcut.config.json), and the product with CURBCUT_PRODUCT or --product',
  proposal_only: 'the key is for proposals only: remove --line main',
  module_disabled: 'an admin must enable the testing module in the settings of the organization',
  product_archived: 'restore the product, or report to another one',
  not_found: 'the product does not exist or is not accessible with this key: check CURBCUT_PRODUCT or --product',
  payload_too_large: 'a proxy in front of the service accepts less than 1 MiB: raise its limit',
};

/** The fault that a refusal is, with one sentence on what to do. */
export function refusalOf(
  status: number,
  content: unknown,
  url: string,
  requestHeader?: string | string[],
): ServiceFault {
  const {
    code,
    message = '',
    requestId = requestHeader,
    errors = [],
  } = (typeof content === 'object' && content !== null ? content : {}) as Problem;
  if (code === undefined)
    return new ServiceFault(
      `${url} answered ${status} without a reason: check CURBCUT_URL`,
      undefined,
      isOutage(status),
    );
  const advice = adviceFor(code, errors);
  const faults = errors.slice(0, 5).map(({ path, message }) => `${path} ${message}`);
  const more = errors.length > faults.length ? `, and ${errors.length - faults.length} more` : '';
  const sentences = [...(faults.length > 0 ? [`${faults.join('; ')}${more}`] : []), ...(advice ? [advice] : [])];
  const words = (sentences.length > 0 ? sentences.join('; ') : message).replace(/\.$/, '');
  return new ServiceFault(
    `The server rejected the report (${status} ${code}): ${words}${requestSuffix(requestId)}.`,
    code,
    isOutage(status),
  );
}

/** What the operator's log knows a request by. */
export const requestSuffix = (id: string | string[] | undefined): string => (id ? ` (request ${String(id)})` : '');

function adviceFor(code: string, errors: NonNullable<Problem['errors']>): string | undefined {
  if (errors.some((error) => error.code === 'sweep_mismatch'))
    return 'the parts of this sweep do not match: set a new key with --sweep';
  if (errors.some(({ path }) => path === '/productRef')) return 'select a product with CURBCUT_PRODUCT or --product';
  return ADVICE[code];
}
