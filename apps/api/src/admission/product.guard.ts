import { type AdmittedRequest, policyOf } from '#libs/access';
import { NotFound } from '#libs/errors';
import { isStorable } from '#libs/http';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';

/** Whether the product in the path exists (404): told only to who may call, and counts among their calls. */
@Injectable()
export class ProductGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { params, admission } = context.switchToHttp().getRequest<Request & AdmittedRequest>();
    const isNamed = policyOf(context.getClass(), context.getHandler())?.namesProduct === 'path';
    if (isNamed && !admission.product) throw new NotFound('product');
    if (!Object.values(params).flat().every(isStorable)) throw new NotFound();
    return true;
  }
}
