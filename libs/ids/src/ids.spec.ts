import { validate, version } from 'uuid';
import { momentOf, newId, newIds } from './index.js';

test('ids made at once are UUIDv7, distinct, and sort as they were made', () => {
  const ids = newIds(10_000);
  expect(ids).toHaveLength(10_000);
  expect(ids.every((id) => validate(id) && version(id) === 7)).toBe(true);
  expect(new Set(ids).size).toBe(10_000);
  expect([...ids].sort()).toEqual(ids);
  expect(newIds(0)).toEqual([]);
});

test('an id tells the moment that it was made at, and what is none tells nothing', () => {
  const before = Date.now();
  const moment = momentOf(newId())!;
  expect(moment).toBeGreaterThanOrEqual(before);
  expect(moment).toBeLessThanOrEqual(Date.now());
  for (const other of ['', 'x', '5a1f2b3c-8d4e-5f60-9a7b-c0ffee51ab1e']) expect(momentOf(other)).toBeUndefined();
});
