import type { Product } from '../products/product.entity.js';

/** Where an issue is read. */
export const pathOfIssue = ({ organizationId, slug }: Product, number: number): string =>
  `/v1/organizations/${organizationId}/products/${slug}/issues/${number}`;
