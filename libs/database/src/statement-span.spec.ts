import { nameOfStatement } from './statement-span.js';

test.each([
  ['SELECT i.id FROM issues i JOIN products p ON p.id = i.product_id', 'SELECT issues products'],
  ['INSERT INTO "issues"("id") VALUES ($1) ON CONFLICT (id) DO UPDATE SET title = excluded.title', 'INSERT issues'],
  ['UPDATE findings f SET title = $2 FROM given WHERE f.title IS DISTINCT FROM given.title', 'UPDATE findings given'],
  ['/* admission */ SELECT 1 FROM "api_keys" "key" WHERE "key"."id" = $1', 'SELECT api_keys'],
  [
    'WITH new AS (INSERT INTO lines (id) SELECT x.id FROM json_to_recordset($1) AS x(id uuid) RETURNING *), old AS (SELECT 1)\n SELECT * FROM new JOIN old ON true JOIN findings ON true FOR UPDATE OF findings',
    'WITH lines findings',
  ],
  ['COMMIT', 'COMMIT'],
  ['', 'OTHER'],
])('%s', (text, summary) => {
  expect(nameOfStatement(text)).toEqual({ operation: summary.split(' ')[0], summary });
});
