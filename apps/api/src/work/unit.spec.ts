import type { EntityManager } from 'typeorm';
import type { Lock } from './locks.js';
import { Unit } from './unit.js';

function lockingUnit() {
  const taken: string[] = [];
  const lock = (kind: Lock['kind'], name: string): Lock => ({
    kind,
    name,
    take: async () => void taken.push(`${kind} ${name}`),
  });
  return { unit: new Unit({} as EntityManager), lock, taken };
}

test('locks that are asked for together are taken in the order of all locks', async () => {
  const { unit, lock, taken } = lockingUnit();
  await unit.lock(lock('product', 'p'), lock('person', 'a'), lock('organization', 'o'));
  expect(taken).toEqual(['person a', 'organization o', 'product p']);
});

test('locks of one kind that are asked for together are taken in the order of their names', async () => {
  const { unit, lock, taken } = lockingUnit();
  await unit.lock(lock('standard', 'b'), lock('standard', 'a'));
  expect(taken).toEqual(['standard a', 'standard b']);
});

test('a lock that is held already is not taken again, whatever came after it', async () => {
  const { unit, lock, taken } = lockingUnit();
  await unit.lock(lock('person', 'a'));
  await unit.lock(lock('organization', 'o'));
  await unit.lock(lock('person', 'a'), lock('organization', 'o'));
  expect(taken).toEqual(['person a', 'organization o']);
});

test('a lock that comes before one that is held is refused', async () => {
  const { unit, lock } = lockingUnit();
  await unit.lock(lock('organization', 'o'));
  await expect(unit.lock(lock('person', 'a'))).rejects.toThrow('A lock of kind person is taken too late.');
});
