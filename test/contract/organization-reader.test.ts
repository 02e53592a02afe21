import { loadModule } from 'libpg-query';
import { organizationsIn, nameAcross } from '../support/sql/organizations.js';

beforeAll(() => loadModule());

test.each([
  ['a condition', 'SELECT 1 FROM issues WHERE organization_id = $1 AND id = $2'],
  ['a condition the other way round', 'SELECT 1 FROM issues WHERE $1 = organization_id'],
  ['a cast of the parameter', 'SELECT 1 FROM issues i WHERE i.organization_id = $1::uuid'],
  [
    'names in quotes',
    'SELECT "Issue"."id" AS "Issue_id" FROM "issues" "Issue" WHERE (("Issue"."organization_id" = $1) AND (1=1))',
  ],
  ['rows', 'SELECT 1 FROM issues i WHERE (i.organization_id, i.id) = ($1, $2)'],
  ['a schema', 'SELECT 1 FROM public.issues WHERE organization_id = $1'],
  ['only the table', 'SELECT 1 FROM ONLY issues WHERE organization_id = $1'],
  ['a sample', 'SELECT 1 FROM issues i TABLESAMPLE system (1) WHERE i.organization_id = $1'],
  [
    'a join',
    'SELECT 1 FROM issues i JOIN products p ON p.organization_id = i.organization_id WHERE i.organization_id = $1',
  ],
  [
    'a join that names it',
    'SELECT 1 FROM issues i JOIN products p ON p.organization_id = $1 AND i.organization_id = $1',
  ],
  [
    'a join by rows',
    'SELECT 1 FROM issues i JOIN products p ON (p.organization_id, p.id) = (i.organization_id, i.product_id) WHERE p.organization_id = $1',
  ],
  [
    'a join by a merged column',
    'SELECT organization_id FROM issues JOIN products USING (organization_id) WHERE organization_id = $1',
  ],
  [
    'a chain of merged columns',
    'SELECT 1 FROM issues i JOIN products p USING (organization_id) JOIN audits a USING (organization_id) WHERE a.organization_id = $1',
  ],
  [
    'a reference table between',
    'SELECT 1 FROM organizations o JOIN issues i ON i.organization_id = o.id WHERE o.id = $1',
  ],
  [
    'an outer join',
    'SELECT 1 FROM issues i LEFT JOIN audits a ON a.organization_id = i.organization_id AND a.id = i.audit_id WHERE i.organization_id = $1',
  ],
  [
    'an outer join upon an outer join',
    'SELECT 1 FROM issues i LEFT JOIN audits a ON a.organization_id = i.organization_id LEFT JOIN areas e ON e.organization_id = a.organization_id WHERE i.organization_id = $1',
  ],
  ['a right join', 'SELECT 1 FROM audits a RIGHT JOIN issues i ON a.organization_id = $1 WHERE i.organization_id = $1'],
  [
    'joins within an outer join',
    'SELECT 1 FROM issues i LEFT JOIN (audits a JOIN areas e ON e.organization_id = a.organization_id) ON a.organization_id = i.organization_id WHERE i.organization_id = $1',
  ],
  [
    'a full join of subqueries',
    'SELECT 1 FROM (SELECT id FROM issues WHERE organization_id = $1) i FULL JOIN (SELECT id FROM risks WHERE organization_id = $1) r USING (id)',
  ],
  [
    'a list of tables',
    'SELECT 1 FROM issues i, products p WHERE i.organization_id = p.organization_id AND p.organization_id = $1',
  ],
  [
    'EXISTS',
    'SELECT 1 FROM issues i WHERE i.organization_id = $1 AND NOT EXISTS (SELECT FROM findings f WHERE f.organization_id = i.organization_id)',
  ],
  [
    'a subquery under OR',
    'SELECT 1 FROM issues i WHERE i.organization_id = $1 AND ($2 OR EXISTS (SELECT FROM findings f WHERE f.organization_id = i.organization_id))',
  ],
  ['a subquery in the list', 'SELECT (SELECT count(*) FROM findings WHERE organization_id = $1)'],
  [
    'a subquery in a subquery',
    'SELECT (SELECT (SELECT count(*) FROM issues i WHERE i.organization_id = f.organization_id) FROM findings f WHERE f.organization_id = p.organization_id) FROM products p WHERE p.organization_id = $1',
  ],
  [
    'a subquery in a condition of a join',
    'SELECT 1 FROM users u JOIN teams t ON t.id IN (SELECT id FROM issues WHERE organization_id = $1)',
  ],
  [
    'LATERAL',
    'SELECT 1 FROM products p, LATERAL (SELECT FROM issues i WHERE i.organization_id = p.organization_id) l WHERE p.organization_id = $1',
  ],
  [
    'LATERAL beside rows of a parameter',
    'SELECT 1 FROM json_to_recordset($2) AS s(id uuid) CROSS JOIN LATERAL (SELECT count(*) FROM issues i WHERE i.organization_id = $1 AND i.product_id = s.id) l',
  ],
  [
    'WITH',
    'WITH found AS (SELECT id FROM issues WHERE organization_id = $1) UPDATE risks r SET title = $2 FROM found WHERE r.organization_id = $1 AND r.issue_id = found.id',
  ],
  [
    'a common table with the name of a table',
    'WITH issues AS (SELECT 1 FROM risks WHERE organization_id = $1) SELECT 1 FROM issues',
  ],
  [
    'recursion',
    'WITH RECURSIVE up AS (SELECT id FROM issues WHERE organization_id = $1 UNION ALL SELECT i.id FROM issues i JOIN up ON up.id = i.id WHERE i.organization_id = $1) SELECT * FROM up',
  ],
  [
    'UNION',
    'SELECT id FROM issues WHERE organization_id = $1 UNION SELECT id FROM risks WHERE organization_id = $1 ORDER BY 1',
  ],
  ['a lock', 'SELECT 1 FROM issues i JOIN users u ON true WHERE i.organization_id = $1 FOR UPDATE OF i'],
  ['UPDATE', 'UPDATE issues SET title = $3 WHERE organization_id = $1 AND id = $2'],
  [
    'UPDATE … FROM',
    'UPDATE issues i SET title = p.name FROM products p WHERE p.organization_id = i.organization_id AND i.organization_id = $1',
  ],
  [
    'UPDATE … FROM a join',
    'UPDATE issues i SET title = p.name FROM products p JOIN areas a ON a.organization_id = p.organization_id WHERE p.organization_id = i.organization_id AND i.organization_id = $1',
  ],
  [
    'UPDATE … SET a subquery',
    'UPDATE issues i SET title = (SELECT name FROM products p WHERE p.organization_id = i.organization_id) WHERE i.organization_id = $1',
  ],
  ['DELETE', 'DELETE FROM "issues" WHERE "organization_id" = $1 AND "id" IN ($2, $3)'],
  ['DELETE … USING', 'DELETE FROM issues i USING products p WHERE (i.organization_id, p.organization_id) = ($1, $1)'],
  ['INSERT', 'INSERT INTO "issues"("id", "organization_id", "title") VALUES ($1, $2, DEFAULT) RETURNING "id"'],
  ['INSERT of a cast', 'INSERT INTO issues (organization_id) VALUES ($1::uuid)'],
  ['INSERT … SELECT', 'INSERT INTO issues (organization_id, id) SELECT $1, id FROM unnest($2::uuid[]) AS u(id)'],
  [
    'INSERT … SELECT of a column',
    'INSERT INTO issues (id, organization_id) SELECT r.id, r.organization_id FROM risks r WHERE r.organization_id = $1',
  ],
  [
    'INSERT … SELECT … UNION',
    'INSERT INTO issues (organization_id) SELECT $1 UNION ALL SELECT organization_id FROM risks WHERE organization_id = $1',
  ],
  [
    'INSERT … ON CONFLICT',
    'INSERT INTO issues AS i (organization_id, id) VALUES ($1, $2) ON CONFLICT (organization_id, id) DO UPDATE SET title = (SELECT name FROM products p WHERE p.organization_id = i.organization_id)',
  ],
  [
    'INSERT … RETURNING a subquery',
    'INSERT INTO events (organization_id) VALUES ($1) RETURNING (SELECT EXISTS (SELECT FROM webhooks w WHERE w.organization_id = $1))',
  ],
  [
    'INSERT in WITH',
    'WITH a AS (INSERT INTO issues (organization_id) VALUES ($1) RETURNING id) INSERT INTO risks (organization_id, issue_id) SELECT $1, id FROM a',
  ],
  [
    'several statements',
    'UPDATE issues SET title = $1 WHERE organization_id = $2; SELECT 1 FROM risks WHERE organization_id = $1',
  ],
  [
    'tables that nobody owns',
    'SELECT 1 FROM users u JOIN members m ON m.user_id = u.id JOIN sessions s ON s.user_id = u.id',
  ],
])('names one organization: %s', (_, sql) => {
  expect(organizationsIn(sql)).toEqual({ faults: [], rows: [] });
});

const UNNAMED = (...names: string[]) => names.map((name) => `It does not name the organization of ${name}.`);

test.each([
  ['nothing', 'SELECT 1 FROM issues', UNNAMED('issues')],
  [
    'a constant',
    "SELECT 1 FROM issues WHERE organization_id = '00000000-0000-0000-0000-000000000000'",
    UNNAMED('issues'),
  ],
  ['another column', 'SELECT 1 FROM issues WHERE product_id = $1', UNNAMED('issues')],
  ['another comparison', 'SELECT 1 FROM issues WHERE organization_id >= $1', UNNAMED('issues')],
  ['a list', 'SELECT 1 FROM issues WHERE organization_id IN ($1, $2)', UNNAMED('issues')],
  ['ANY', 'SELECT 1 FROM issues WHERE organization_id = ANY ($1)', UNNAMED('issues')],
  ['OR', 'SELECT 1 FROM issues WHERE organization_id = $1 OR id = $2', UNNAMED('issues')],
  [
    'alternatives of a whole key',
    'SELECT 1 FROM issues i WHERE (i.organization_id = $1 AND i.id = $2) OR (i.organization_id = $3 AND i.id = $4)',
    UNNAMED('issues i'),
  ],
  ['NOT', 'SELECT 1 FROM issues WHERE NOT (organization_id = $1)', UNNAMED('issues')],
  ['IS NOT DISTINCT FROM', 'SELECT 1 FROM issues WHERE organization_id IS NOT DISTINCT FROM $1', UNNAMED('issues')],
  ['a cast of the column', 'SELECT 1 FROM issues WHERE organization_id::text = $1', UNNAMED('issues')],
  ['an expression', 'SELECT 1 FROM issues WHERE organization_id = coalesce($1, $2)', UNNAMED('issues')],
  ['HAVING', 'SELECT 1 FROM issues GROUP BY organization_id HAVING organization_id = $1', UNNAMED('issues')],
  [
    'one of two tables',
    'SELECT 1 FROM issues i JOIN products p ON p.id = i.product_id WHERE i.organization_id = $1',
    UNNAMED('products p'),
  ],
  [
    'the first of a table joined with itself',
    'SELECT 1 FROM issues a JOIN issues b ON b.id = a.id WHERE a.organization_id = $1',
    UNNAMED('issues b'),
  ],
  [
    'a column that may be of either table',
    'SELECT 1 FROM issues i JOIN products p ON p.id = i.product_id WHERE organization_id = $1',
    UNNAMED('issues i', 'products p'),
  ],
  ['a column that is nobody’s', 'SELECT 1 FROM issues i WHERE x.organization_id = $1', UNNAMED('issues i')],
  [
    'the side that an outer join keeps',
    'SELECT 1 FROM issues i LEFT JOIN audits a ON i.organization_id = $1 AND a.organization_id = $1',
    UNNAMED('issues i'),
  ],
  [
    'the side that a right join keeps',
    'SELECT 1 FROM issues i RIGHT JOIN audits a ON i.organization_id = $1 AND a.organization_id = $1',
    UNNAMED('audits a'),
  ],
  [
    'both sides of a full join',
    'SELECT 1 FROM issues i FULL JOIN audits a ON i.organization_id = $1 AND a.organization_id = $1',
    UNNAMED('issues i', 'audits a'),
  ],
  [
    'the side that an outer join may miss',
    'SELECT 1 FROM issues i LEFT JOIN audits a ON a.id = i.audit_id WHERE i.organization_id = $1',
    UNNAMED('audits a'),
  ],
  [
    'what only a subquery equates',
    'SELECT 1 FROM issues i WHERE EXISTS (SELECT FROM findings f WHERE f.organization_id = $1 AND i.organization_id = $1)',
    UNNAMED('issues i'),
  ],
  [
    'a subquery',
    'SELECT 1 FROM issues i WHERE i.organization_id = $1 AND EXISTS (SELECT FROM findings f WHERE f.issue_id = i.id)',
    UNNAMED('findings f'),
  ],
  [
    'a subquery under OR',
    'SELECT 1 FROM issues i WHERE i.organization_id = $1 AND ($2 OR EXISTS (SELECT FROM findings f WHERE f.issue_id = i.id))',
    UNNAMED('findings f'),
  ],
  ['a subquery in ORDER BY', 'SELECT 1 FROM users ORDER BY (SELECT count(*) FROM issues)', UNNAMED('issues')],
  ['a subquery in an argument', 'SELECT 1 FROM unnest(ARRAY(SELECT id FROM issues)) AS i', UNNAMED('issues')],
  [
    'a subquery in a condition of a join',
    'SELECT 1 FROM users u JOIN teams t ON t.id IN (SELECT id FROM issues)',
    UNNAMED('issues'),
  ],
  [
    'LATERAL',
    'SELECT 1 FROM products p, LATERAL (SELECT FROM issues i WHERE i.product_id = p.id) l WHERE p.organization_id = $1',
    UNNAMED('issues i'),
  ],
  [
    'one part of UNION',
    'SELECT id FROM issues WHERE organization_id = $1 UNION SELECT id FROM risks',
    UNNAMED('risks'),
  ],
  [
    'rows of a parameter',
    'SELECT 1 FROM json_to_recordset($1) AS s(organization_id uuid) JOIN issues i ON i.organization_id = s.organization_id',
    UNNAMED('issues i'),
  ],
  [
    'unnest',
    'UPDATE issues i SET title = $2 FROM unnest($1::uuid[]) AS u(o) WHERE i.organization_id = u.o',
    UNNAMED('issues i'),
  ],
  [
    'a list of values',
    'SELECT 1 FROM (VALUES ($1::uuid)) v(o) JOIN issues i ON i.organization_id = v.o',
    UNNAMED('issues i'),
  ],
  [
    'a common table',
    'WITH p AS (SELECT organization_id FROM products WHERE organization_id = $1) SELECT 1 FROM issues i JOIN p ON i.organization_id = p.organization_id',
    UNNAMED('issues i'),
  ],
  [
    'a subquery that it is from',
    'SELECT 1 FROM (SELECT $1::uuid AS o) d JOIN issues i ON i.organization_id = d.o',
    UNNAMED('issues i'),
  ],
  ['within WITH', 'WITH gone AS (DELETE FROM issues RETURNING id) SELECT * FROM gone', UNNAMED('issues')],
  [
    'UPDATE',
    'UPDATE issues SET organization_id = $1 WHERE id = $2',
    [...UNNAMED('issues'), 'It changes the organization of issues.'],
  ],
  [
    'UPDATE … FROM',
    'UPDATE issues i SET title = p.name FROM products p WHERE p.organization_id = $1 AND p.id = i.product_id',
    UNNAMED('issues i'),
  ],
  [
    'DELETE … USING',
    'DELETE FROM issues i USING products p WHERE i.organization_id = $1 AND p.id = i.product_id',
    UNNAMED('products p'),
  ],
  ['INSERT without the column', 'INSERT INTO issues (id) VALUES ($1)', UNNAMED('issues')],
  ['INSERT without columns', 'INSERT INTO issues VALUES ($1, $2)', UNNAMED('issues')],
  ['INSERT of defaults', 'INSERT INTO issues DEFAULT VALUES', UNNAMED('issues')],
  ['INSERT of a default', 'INSERT INTO issues (organization_id) VALUES ($1), (DEFAULT)', UNNAMED('issues')],
  [
    'INSERT … SELECT of rows of a parameter',
    'INSERT INTO issues (organization_id) SELECT d.o FROM json_to_recordset($1) AS d(o uuid)',
    UNNAMED('issues'),
  ],
  [
    'INSERT … SELECT *',
    'INSERT INTO issues (organization_id, id) SELECT * FROM risks WHERE organization_id = $1',
    UNNAMED('issues'),
  ],
  [
    'INSERT … SELECT of another column',
    'INSERT INTO issues (id, organization_id) SELECT $1, r.id FROM risks r WHERE r.organization_id = $1',
    UNNAMED('issues'),
  ],
  [
    'INSERT … SELECT of one part of UNION',
    'INSERT INTO issues (organization_id) SELECT $1 UNION ALL SELECT $2',
    UNNAMED('issues'),
  ],
  [
    'a subquery among values',
    'INSERT INTO issues (organization_id, id) VALUES ($1, (SELECT id FROM risks))',
    UNNAMED('risks'),
  ],
  ['MERGE', 'MERGE INTO issues i USING users u ON i.organization_id = $1 WHEN MATCHED THEN DELETE', UNNAMED('issues')],
  ['TRUNCATE', 'TRUNCATE issues', UNNAMED('issues')],
  [
    'another organization for another table',
    'SELECT 1 FROM issues i JOIN risks r ON r.organization_id = $2 WHERE i.organization_id = $1',
    ['It names several organizations: issues i $1, risks r $2.'],
  ],
  [
    'another organization for another part',
    'WITH i AS (DELETE FROM issues WHERE organization_id = $1) INSERT INTO risks (organization_id) VALUES ($2)',
    ['It names several organizations: issues $1, risks $2.'],
  ],
  [
    'ON CONFLICT that moves',
    'INSERT INTO issues (organization_id) VALUES ($1) ON CONFLICT (id) DO UPDATE SET organization_id = excluded.organization_id',
    ['It changes the organization of issues.'],
  ],
  [
    'a local table',
    'SELECT 1 FROM api_keys k JOIN products p ON p.organization_id = $1',
    ['It combines products p with api_keys, which is local.'],
  ],
  [
    'a local table elsewhere',
    'WITH k AS (SELECT 1 FROM api_keys) SELECT 1 FROM products WHERE organization_id = $1',
    ['It combines products with api_keys, which is local.'],
  ],
  [
    'a local schema',
    'SELECT graphile_worker.add_job($2) FROM webhooks WHERE organization_id = $1',
    ['It combines webhooks with graphile_worker.add_job, which is local.'],
  ],
])('does not name one organization: %s', (_, sql, faults) => {
  expect(organizationsIn(sql).faults).toEqual(faults);
});

test('rows that are inserted together may each have a parameter, whose values must be compared', () => {
  const rows = (last: string) => `INSERT INTO issues (id, organization_id) VALUES ($1, $2), ($3, ${last})`;
  expect(organizationsIn(rows('$4'))).toEqual({ faults: [], rows: [['$2', '$4']] });
  expect(organizationsIn(rows('$2'))).toEqual({ faults: [], rows: [] });
});

test.each([
  ['/* all organizations: age_grades */ SELECT 1', 'age_grades'],
  ['\n  /* all organizations: age_grades */\n  SELECT 1', 'age_grades'],
  ['SELECT 1 /* all organizations: age_grades */', undefined],
  ['/* age_grades */ SELECT 1', undefined],
])('a statement says at its beginning that it goes over all organizations: %j', (sql, name) => {
  expect(nameAcross(sql)).toBe(name);
});
