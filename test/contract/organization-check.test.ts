import { newId } from '#libs/ids';
import { asRequest } from '#libs/logging';
import { DataSource } from 'typeorm';
import { checkOrganizations } from '../support/organization-check.js';
import { useService } from '../support/service.js';

const service = useService();
const ALL = 'SELECT count(*) FROM issues';

/** Sends a statement as the service does. */
const send = (sql: string, values: unknown[] = []) => service.app.get(DataSource).query<unknown>(sql, values);

test('a statement of the service that names no organization fails the test, once', async () => {
  await send(ALL);
  expect(checkOrganizations).toThrow(`It does not name the organization of issues.\n${ALL}`);
  expect(checkOrganizations).not.toThrow();
});

test('it fails each test that sends it, although it has been read before', async () => {
  await send(ALL);
  expect(checkOrganizations).toThrow(ALL);
});

test('statements of tests may say what they want', async () => {
  await service.database.query(ALL);
  await service.database.transaction((tx) => tx.query(ALL));
  await service.database.manager.query(ALL);
  expect(checkOrganizations).not.toThrow();
});

test('rows that are inserted together belong to one organization', async () => {
  const rows = 'INSERT INTO areas (organization_id, id) VALUES ($1, $2), ($3, $4)';
  const one = newId();
  // Neither is stored, since an area needs a name; what is checked is sent nevertheless.
  await expect(send(rows, [one, newId(), one, newId()])).rejects.toThrow('null value');
  expect(checkOrganizations).not.toThrow();
  await expect(send(rows, [one, newId(), newId(), newId()])).rejects.toThrow('null value');
  expect(checkOrganizations).toThrow('It inserts rows of several organizations.');
});

test('a statement that says so may go over all organizations, but not in a request', async () => {
  const across = `/* all organizations: age_grades */ ${ALL}`;
  await send(across);
  expect(checkOrganizations).not.toThrow();
  await asRequest('a request', () => send(across));
  expect(checkOrganizations).toThrow('A request goes over all organizations.');
});
