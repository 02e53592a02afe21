import type { Fault } from '#libs/errors';
import { type FieldOptions, Integer, Text, TextParameter } from '#libs/fields';

/** The number of a record in its product. */
export const RecordNumber = ({ max }: { max?: number } = {}): PropertyDecorator =>
  Integer({ min: 1, max, description: 'Counts up in the product; paths and people name the record by it.' });

/** What bulk requests and `If-Match` name as seen. */
export const Revision = (): PropertyDecorator =>
  Integer({ min: 1, description: 'How often people have changed it, from 1.' });

export const Slug = (options: FieldOptions & { max?: number } = {}): PropertyDecorator =>
  Text({ ...options, description: 'Names it in addresses: lower case, with hyphens.' });

export const ProductSlug = (): PropertyDecorator => Text({ description: 'The product, as its address has it.' });

/** The filter of a list by a product, beside `productId`. */
export const ProductParameter = (): PropertyDecorator =>
  TextParameter({ description: 'The product, by its slug or its id; beside `productId` the same one.', max: 200 });

/** The product that a body is about, beside a field that it has had for longer. */
export const NamedProduct = (field: string): PropertyDecorator =>
  Text({
    optional: true,
    max: 200,
    description: `The same as \`${field}\`, by the name that other operations have for it.`,
  });

/** The fault of a body that names two products. */
export const namesTwoProducts = (
  product: string | undefined,
  field: string,
  named: string | null | undefined,
): Fault[] =>
  product !== undefined && named !== undefined && product !== named
    ? [{ path: '/product', code: 'not_applicable', message: `product and ${field} name two products` }]
    : [];
