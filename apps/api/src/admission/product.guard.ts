import { NotFound } from '#libs/errors';
import { isStorable } from '#libs/fields';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { requestOf, routeOf } from '../http/call.js';
import type { Admission } from '../http/current.js';
import type { Policy } from '../http/policy.js';

/** Responds with 404 if the product in the path, or what is read with it, does not exist; runs after authorization and rate limits. */
@Injectable()
export class ProductGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = requestOf(context);
    const { params, admission } = request;
    requireProduct(routeOf(request).policy, admission);
    if (!Object.values(params).flat().every(isStorable)) throw new NotFound();
    if (admission.reads && admission.record === undefined) throw new NotFound(admission.reads.what);
    return true;
  }
}

/** @throws NotFound where the path names a product that does not exist */
export function requireProduct({ namesProduct }: Policy, { product }: Admission): void {
  if (namesProduct === 'path' && !product) throw new NotFound('product');
}
