import { mapInSlices } from '#libs/queues';

/** JSON as `JSON.stringify` indents it, of an object that ends with a long list, a few milliseconds at a time. */
export async function jsonWithList<T>(
  object: object,
  list: string,
  items: readonly T[],
  write: (item: T) => object,
): Promise<string> {
  const head = JSON.stringify({ ...object, [list]: [] }, null, 2).slice(0, -'[]\n}'.length);
  if (items.length === 0) return `${head}[]\n}`;
  const written = await mapInSlices(items, (item) => JSON.stringify(write(item), null, 2).replace(/^/gm, '    '));
  return `${head}[\n${written.join(',\n')}\n  ]\n}`;
}
