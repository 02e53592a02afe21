import { type FieldOptions, Integer, Text } from '#libs/fields';

/** The number of a record in its product. */
export const RecordNumber = ({ max }: { max?: number } = {}): PropertyDecorator =>
  Integer({ min: 1, max, description: 'Counts up in the product; paths and people name the record by it.' });

export const Slug = (options: FieldOptions & { max?: number } = {}): PropertyDecorator =>
  Text({ ...options, description: 'Names it in addresses: lower case, with hyphens.' });

export const ProductSlug = (): PropertyDecorator => Text({ description: 'The product, as its address has it.' });
