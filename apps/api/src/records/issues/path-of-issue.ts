import type { Product } from '../../products/products/product.entity.js';

/** The path of the endpoint that returns an issue. */
export const pathOfIssue = ({ organizationId, slug }: Product, number: number): string =>
  `/v1/organizations/${organizationId}/products/${slug}/issues/${number}`;
