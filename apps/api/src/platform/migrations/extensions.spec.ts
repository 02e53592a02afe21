import type { QueryRunner } from 'typeorm';
import { provideExtensions } from './extensions.js';

/** A database whose list of extensions is this, and which lets nobody make one. */
const refusing = (installed: { installed: string | null }[]): QueryRunner =>
  ({
    query: async (sql: string) => {
      if (sql.startsWith('CREATE EXTENSION')) throw new Error('permission denied');
      return sql.startsWith('SELECT') ? installed : [];
    },
  }) as never;

test.each<[string, { installed: string | null }[], RegExp]>([
  ['are not on the machine', [], /no extension pg_trgm: install the package .* \(postgresql-contrib\)/],
  ['may not be made', [{ installed: null }], /as an administrator of PostgreSQL run CREATE EXTENSION pg_trgm/],
])('where extensions %s, the start says what to do', async (_what, installed, sentence) => {
  await expect(provideExtensions(refusing(installed))).rejects.toThrow(sentence);
});

test('extensions that somebody else has made are used', async () => {
  await expect(provideExtensions(refusing([{ installed: '1.6' }]))).resolves.toBeUndefined();
});
