import { query } from '#libs/database';
import { InvalidInput } from '#libs/errors';
import { isStorable } from '#libs/fields';
import { isId, NIL_ID } from '#libs/ids';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Observable } from 'rxjs';
import { DataSource } from 'typeorm';
import { requestOf } from '../../platform/http/call.js';
import type { Route } from '../../platform/http/routes.js';
import type { Organization } from '../../accounts/organizations/organization.entity.js';
import { ID_OF_PRODUCT } from '../../products/products/named-product.js';

/**
 * Has a list that takes `productId` take `product` too, a slug or an id: to the list the product is known by its id.
 */
@Injectable()
export class NamedProductInterceptor implements NestInterceptor {
  static isNeededAt({ parameters }: Route): boolean {
    return parameters.includes('product') && parameters.includes('productId');
  }

  constructor(@InjectDataSource() private readonly database: DataSource) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = requestOf(context);
    const { product, ...others } = request.query;
    // What is no name is refused with all other faults.
    if (typeof product !== 'string' || !isStorable(product)) return next.handle();
    const organization = request.admission.organization as Organization;
    const [found] = await query(this.database, ID_OF_PRODUCT, [organization.id, product]);
    // The list of a product that there is not is empty.
    const id = found?.id ?? NIL_ID;
    const { productId = id } = others;
    if (typeof productId === 'string' && isId(productId) && productId.toLowerCase() !== id)
      throw new InvalidInput([
        { path: '/query/product', code: 'not_applicable', message: 'product and productId must name the same product' },
      ]);
    Object.defineProperty(request, 'query', { value: { ...others, productId } });
    return next.handle();
  }
}
