import { isId } from '#libs/ids';
import type { Request } from 'express';
import type { Policy } from '../../platform/http/policy.js';
import type { ProductRead } from '../../platform/http/product-read.js';
import { isRecordNumber } from '../../platform/http/record-number.pipe.js';

/** What to look up with the caller. */
export interface LookupTarget {
  /** The organization in the path, or in the query where that may name it; null: there can be none of this id. */
  organizationId?: string | null;
  /** What the path has instead of an id. */
  organizationSlug?: string;
  /** Without an organization the one that is active in the session. */
  orActive: boolean;
  productSlug?: string;
  /** What to read with the product, and the number of the record in the path if it is valid. */
  reads?: ProductRead;
  number: string | null;
}

/** What the path and the query of a request name. */
export function lookupTargetOf(request: Request, { organization }: Policy, reads?: ProductRead): LookupTarget {
  const { orgId, productSlug, ...others } = request.params as { orgId?: string; productSlug?: string } & Record<
    string,
    string
  >;
  const orActive = organization === 'named';
  const named: unknown = orActive ? request.query['organizationId'] : orgId;
  const number = others[reads?.number ?? ''];
  const isSlug = !orActive && orgId !== undefined && !isId(orgId);
  return {
    ...(isSlug && { organizationSlug: orgId }),
    organizationId:
      named === undefined ? undefined : typeof named === 'string' && isId(named) ? named.toLowerCase() : null,
    orActive,
    productSlug,
    reads,
    number: number !== undefined && isRecordNumber(number) ? number : null,
  };
}
