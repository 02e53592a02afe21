import { validate, version } from 'uuid';
import { nowMs } from '../../../test/support/moments.js';
import { momentOf, newId } from './index.js';

test('ids are UUIDv7, distinct, and sort as they were made', () => {
  const ids = Array.from({ length: 10_000 }, newId);
  expect(ids.every((id) => validate(id) && version(id) === 7)).toBe(true);
  expect(new Set(ids).size).toBe(10_000);
  expect([...ids].sort()).toEqual(ids);
});

test('an id tells the moment that it was made at, and what is none tells nothing', () => {
  const before = nowMs();
  const moment = momentOf(newId())!;
  expect(moment).toBeGreaterThanOrEqual(before);
  expect(moment).toBeLessThanOrEqual(nowMs());
  for (const other of ['', 'x', '5a1f2b3c-8d4e-5f60-9a7b-c0ffee51ab1e']) expect(momentOf(other)).toBeUndefined();
});
