import { plainToInstance } from 'class-transformer';
import { validate } from 'class-validator';
import { checkInParts } from './check-in-parts.js';
import { Choice, Integer, Nested, NestedList, Text, TextList } from './fields.js';

class Address {
  @Text({ max: 5 })
  city: string;
}
class Item {
  @Text({ max: 10 })
  name: string;
  @Integer({ optional: true, min: 1 })
  count?: number;
  @Choice(['a', 'b'], { optional: true, nullable: true })
  kind?: string | null;
  @Nested(() => Address, { optional: true })
  address?: Address;
  @TextList({ optional: true, maxItems: 2 })
  tags?: string[];
}
class Body {
  @Text({ max: 3 })
  title: string;
  @NestedList(() => Item, { max: 100 })
  items: Item[];
  @NestedList(() => Item, { optional: true })
  others: Item[] = [];
  @Integer({ optional: true, min: 1 })
  last = 7;
}

const VARIANTS: readonly unknown[] = [
  { name: 'right', count: 2, kind: null, address: { city: 'Bern' }, tags: ['x'] },
  { name: 'much too long a name', count: 0 },
  { name: 5, kind: 'c', address: 'Bern' },
  { address: { city: 'Zurich' }, tags: ['a', 'b', 'c'] },
  {},
  null,
  'text',
  [],
  [{ name: 'nested' }],
  undefined,
  { name: 'x', address: { city: 5 }, tags: 'x' },
];

/** What is told of a fault. */
const comparable = (errors: readonly object[]): unknown =>
  (JSON.parse(JSON.stringify(errors)) as { children?: []; constraints?: object }[]).map(
    ({ children = [], constraints = {}, ...rest }) => ({
      ...(({ property }: { property?: string }) => ({ property }))(rest),
      constraints,
      children: comparable(children),
    }),
  );

test.each([25, 26, 101])(
  'of %i records the same is made and found as of all at once, in the same order',
  async (length) => {
    for (let from = 0; from < VARIANTS.length; from += 1) {
      const list = (step: number) =>
        Array.from({ length }, (_, index) => VARIANTS[index % 7 === 0 ? (from + index * step) % VARIANTS.length : 0]);
      for (const plain of [
        { title: 'four', items: list(1), last: 0 },
        { items: list(3), others: list(2) },
        { title: 'ok', items: Array.from({ length }, () => VARIANTS[from]) },
        { title: 'ok', items: 'none', others: list(5) },
      ]) {
        const dto = plainToInstance(Body, structuredClone(plain), { exposeDefaultValues: true });
        const errors = await validate(dto, { forbidUnknownValues: false });
        const parts = await checkInParts(Body, structuredClone(plain));
        expect(parts.dto).toEqual(dto);
        expect(parts.dto).toBeInstanceOf(Body);
        // A list of which nothing is said may be among the errors.
        const withFaults = parts.errors.filter(
          ({ constraints, children }) => Object.keys(constraints ?? {}).length + (children?.length ?? 0) > 0,
        );
        expect(comparable(withFaults)).toEqual(comparable(errors));
      }
    }
  },
);
