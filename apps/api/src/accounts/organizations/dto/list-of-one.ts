import { Documented } from '#libs/fields';
import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';

type Item = { $ref: string } | { type: 'string'; format?: string };

const onlyOf = ({ value }: { value: unknown }): unknown =>
  Array.isArray(value) && value.length === 1 && typeof value[0] === 'string' ? value[0] : value;

/** A text that the client of this wire format may also send as a list of one. */
export const OrListOfOne = (
  item: Item,
  { nullable, ...documented }: { required?: boolean; nullable?: true; description?: string } = {},
) =>
  applyDecorators(
    Documented({
      oneOf: [
        item,
        { type: 'array', items: item, minItems: 1, maxItems: 1 },
        ...(nullable ? [{ type: 'null' as const }] : []),
      ],
      ...documented,
    }),
    Transform(onlyOf),
  );
