import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { printSchema } from '../support/print-schema.js';
import { useService } from '../support/service.js';

const FILE = join(process.cwd(), 'docs/sql/schema.sql');
const HEAD =
  '-- The schema as PostgreSQL describes it. Written by npx jest --selectProjects contract -u -- contract/schema\n\n';

const service = useService();

test('docs/sql/schema.sql is the schema that the migrations make; jest -u writes it anew', async () => {
  const { snapshotState } = expect.getState() as unknown as { snapshotState: { _updateSnapshot: string } };
  const printed = HEAD + (await printSchema(service.database));
  if (snapshotState._updateSnapshot === 'all') writeFileSync(FILE, printed);
  expect(existsSync(FILE) ? readFileSync(FILE, 'utf8') : '').toBe(printed);
});
