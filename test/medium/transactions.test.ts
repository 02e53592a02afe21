import { inTransaction } from '#libs/database';
import { useService } from '../support/service.js';

const service = useService({ LOG_LEVEL: 'silent' });

beforeAll(async () => {
  await service.database.query('CREATE TABLE parents (id int PRIMARY KEY)');
  await service.database.query('CREATE TABLE children (parent_id int REFERENCES parents)');
});

test('a deletion that a new reference overtakes runs again and clears it too', async () => {
  const { database } = service;
  await database.query('INSERT INTO parents VALUES (1)');
  let attempts = 0;
  await inTransaction(database, async (tx) => {
    attempts += 1;
    await tx.query('DELETE FROM children WHERE parent_id = 1');
    if (attempts === 1) await database.query('INSERT INTO children VALUES (1)');
    await tx.query('DELETE FROM parents WHERE id = 1');
  });
  expect(attempts).toBe(2);
  expect(await database.query('SELECT FROM parents')).toEqual([]);
});

test('a deletion that leaves a reference fails in the end', async () => {
  const { database } = service;
  await database.query('INSERT INTO parents VALUES (2)');
  await database.query('INSERT INTO children VALUES (2)');
  const removal = inTransaction(database, (tx) => tx.query('DELETE FROM parents WHERE id = 2'));
  await expect(removal).rejects.toThrow('violates foreign key constraint');
});
