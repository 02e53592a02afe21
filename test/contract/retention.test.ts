import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { RETENTION } from '../../libs/config/src/retention-settings.js';
import { useService } from '../support/service.js';

const service = useService();
const text = readFileSync(resolve(__dirname, '../../docs/retention.md'), 'utf8');

test('docs/retention.md says of every table how long its rows stay, and of no other', async () => {
  const tables = text.slice(text.indexOf('## Tables'), text.indexOf('## Files'));
  const cells = [...tables.matchAll(/^\| (`[^|]+) \|/gm)].map(([, cell]) => cell!);
  const named = cells.flatMap((cell) => [...cell.matchAll(/`([\w.]+)`/g)].map(([, name]) => name!));
  const there: { name: string }[] = await service.database.query(
    `SELECT CASE n.nspname WHEN 'public' THEN '' ELSE n.nspname || '.' END || c.relname AS name
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'p') AND n.nspname IN ('public', 'graphile_worker') ORDER BY 1`,
  );
  expect(named.toSorted()).toEqual(there.map(({ name }) => name).toSorted());
});

test('it tells every variable of retention with its default', () => {
  const told = [...text.matchAll(/^\| `(RETAIN_\w+)`\s+\| (\d+)/gm)].map(([, name, days]) => [name, Number(days)]);
  expect(told).toEqual(Object.entries(RETENTION).map(([name, days]) => [name, days.parse(undefined)]));
});
