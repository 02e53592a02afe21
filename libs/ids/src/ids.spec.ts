import { validate, version } from 'uuid';
import { newIds } from './index.js';

test('ids made at once are UUIDv7, distinct, and sort as they were made', () => {
  const ids = newIds(10_000);
  expect(ids).toHaveLength(10_000);
  expect(ids.every((id) => validate(id) && version(id) === 7)).toBe(true);
  expect(new Set(ids).size).toBe(10_000);
  expect([...ids].sort()).toEqual(ids);
  expect(newIds(0)).toEqual([]);
});
