import type { EntityManager } from 'typeorm';
import { ChangeContext } from './change-context.js';
import type { Lock } from './locks.js';

function lockingChange() {
  const taken: string[] = [];
  const lock = (kind: Lock['kind'], name: string): Lock => ({
    kind,
    name,
    take: async () => void taken.push(`${kind} ${name}`),
  });
  return { change: new ChangeContext({} as EntityManager), lock, taken };
}

test('locks that are asked for together are taken in the order of all locks', async () => {
  const { change, lock, taken } = lockingChange();
  await change.lock(lock('product', 'p'), lock('person', 'a'), lock('organization', 'o'));
  expect(taken).toEqual(['person a', 'organization o', 'product p']);
});

test('locks of one kind that are asked for together are taken in the order of their names', async () => {
  const { change, lock, taken } = lockingChange();
  await change.lock(lock('standard', 'b'), lock('standard', 'a'));
  expect(taken).toEqual(['standard a', 'standard b']);
});

test('a lock that is held already is not taken again, whatever came after it', async () => {
  const { change, lock, taken } = lockingChange();
  await change.lock(lock('person', 'a'));
  await change.lock(lock('organization', 'o'));
  await change.lock(lock('person', 'a'), lock('organization', 'o'));
  expect(taken).toEqual(['person a', 'organization o']);
});

test('a lock that comes before one that is held is refused', async () => {
  const { change, lock } = lockingChange();
  await change.lock(lock('organization', 'o'));
  await expect(change.lock(lock('person', 'a'))).rejects.toThrow('A lock of kind person is taken too late.');
});
