import { NotFound } from '#libs/errors';
import { isStorable } from '#libs/fields';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { requestOf, routeOf } from '../../platform/http/call.js';
import type { Admission } from '../../platform/http/current.js';
import type { Policy } from '../../platform/http/policy.js';
import { setContentLocation } from '../../platform/http/present-path.js';
import type { ProductRead } from '../../platform/http/product-read.js';
import { isRecordNumber } from '../../platform/http/record-number.pipe.js';
import type { Organization } from '../../accounts/organizations/organization.entity.js';
import type { Product } from '../../products/products/product.entity.js';

/**
 * Responds with 404 if the product in the path, or what is read with it, does not exist; runs after authorization and
 * rate limits. What the path names by a former slug is told where it stands now.
 */
@Injectable()
export class ProductGuard implements CanActivate {
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = requestOf(context);
    const { params, admission } = request;
    const { organization, product } = admission as { organization?: Organization; product?: Product };
    requireProduct(routeOf(request).policy, admission);
    if (!Object.values(params).flat().every(isStorable)) throw new NotFound();
    if (admission.reads && admission.record === undefined) throw await missingRecord(admission.reads, product!, params);
    setContentLocation(request, context.switchToHttp().getResponse<Response>(), {
      ...(organization && { orgId: organization.slug }),
      ...(product && { productSlug: product.slug }),
    });
    return true;
  }
}

/** Why what is read with the product is not there. */
async function missingRecord(
  { what, number, missing }: ProductRead,
  product: Product,
  params: Readonly<Record<string, unknown>>,
): Promise<Error> {
  const named = params[number ?? ''];
  if (!missing || typeof named !== 'string' || !isRecordNumber(named)) return new NotFound(what);
  return missing(product, Number(named));
}

/** @throws NotFound where the path names a product that does not exist */
export function requireProduct({ namesProduct }: Policy, { product }: Admission): void {
  if (namesProduct === 'path' && !product) throw new NotFound('product');
}
