import type { Fault } from '#libs/errors';
import { type FieldOptions, Integer, Text, TextParameter } from '#libs/fields';

/** The number of a record in its product. */
export const RecordNumber = ({ max }: { max?: number } = {}): PropertyDecorator =>
  Integer({ min: 1, max, description: 'A sequence number within the product, used in paths and as a short name.' });

/** What bulk requests and `If-Match` name as seen. */
export const Revision = (): PropertyDecorator =>
  Integer({ min: 1, description: 'How often people have changed it, from 1.' });

export const Slug = (options: FieldOptions & { max?: number } = {}): PropertyDecorator =>
  Text({ ...options, description: 'The name in URLs: lower case, with hyphens.' });

export const ProductSlug = (): PropertyDecorator => Text({ description: 'The slug of the product.' });

/** The filter of a list by a product, beside `productId`. */
export const ProductParameter = (): PropertyDecorator =>
  TextParameter({
    description: 'The slug or id of the product; with `productId`, both must name the same product.',
    max: 200,
  });

/** The product that a body is about, beside a field that it has had for longer. */
export const NamedProduct = (field: string): PropertyDecorator =>
  Text({
    optional: true,
    max: 200,
    description: `Same as \`${field}\`, under the name used by other operations.`,
  });

/** The fault of a body that names two products. */
export const namesTwoProducts = (
  product: string | undefined,
  field: string,
  named: string | null | undefined,
): Fault[] =>
  product !== undefined && named !== undefined && product !== named
    ? [{ path: '/product', code: 'not_applicable', message: `product and ${field} must name the same product` }]
    : [];
