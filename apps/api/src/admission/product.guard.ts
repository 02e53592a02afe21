import { NotFound } from '#libs/errors';
import { isStorable } from '#libs/fields';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { Admission, AdmittedRequest } from '../http/current.js';
import { policyOf } from '../http/endpoint.js';
import type { Policy } from '../http/policy.js';

/** Responds with 404 if the product in the path, or what is read with it, does not exist; runs after authorization and rate limits. */
@Injectable()
export class ProductGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { params, admission } = context.switchToHttp().getRequest<Request & AdmittedRequest>();
    requireProduct(policyOf(context.getClass(), context.getHandler()), admission);
    if (!Object.values(params).flat().every(isStorable)) throw new NotFound();
    if (admission.reads && admission.record === undefined) throw new NotFound(admission.reads.what);
    return true;
  }
}

/** @throws NotFound where the path names a product that does not exist */
export function requireProduct(policy: Policy | undefined, { product }: Admission): void {
  if (policy?.namesProduct === 'path' && !product) throw new NotFound('product');
}
