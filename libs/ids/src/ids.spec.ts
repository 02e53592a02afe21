import { validate, version } from 'uuid';
import { newId } from './index.js';

test('ids are UUIDv7, distinct, and sort as they were made', () => {
  const ids = Array.from({ length: 10_000 }, newId);
  expect(ids.every((id) => validate(id) && version(id) === 7)).toBe(true);
  expect(new Set(ids).size).toBe(10_000);
  expect([...ids].sort()).toEqual(ids);
});
