import { resolve } from 'node:path';
import type { Sql, SqlVariants } from '#libs/database';
import {
  type Declared,
  type DeclaredStatement,
  declaredStatements,
  fits,
  STATEMENT_FILES,
} from '../support/sql/declared-statements.js';
import { describing, type DescribedStatement } from '../support/sql/describe-statement.js';
import { asTest } from '../support/organization-check.js';
import { useService } from '../support/service.js';

const ROOT = resolve(__dirname, '../..');
const MOST_VARIANTS = 8;

type Options = Record<string, boolean | string>;
type Exported = Sql<[], unknown> | SqlVariants<[], unknown, Options>;

const textsOf = (exported: Exported): string[] =>
  'all' in exported ? exported.all.map(({ statement }) => statement.text) : [exported.text];

const service = useService();
const statements: (DeclaredStatement & { variants: DescribedStatement[] })[] = [];

beforeAll(async () => {
  await asTest(() =>
    describing(service.databaseUrl, async (describe) => {
      for (const declared of declaredStatements()) {
        const module = (await import(resolve(ROOT, declared.file))) as Record<string, Exported>;
        const variants = [];
        for (const text of textsOf(module[declared.name]!))
          variants.push(
            await describe(text).catch((error: Error) => {
              throw new Error(`${declared.file} ${declared.name}: ${error.message}`, { cause: error });
            }),
          );
        statements.push({ ...declared, variants });
      }
    }),
  );
}, 120_000);

/** What differs between the names and types that the source declares and those that PostgreSQL tells. */
function differences(declared: readonly Declared[], told: readonly { name?: string; type: string }[]): string[] {
  const isParameter = told.every(({ name }) => name === undefined);
  if (isParameter && declared.length !== told.length) return [`${declared.length} parameters, not ${told.length}`];
  const byName = new Map(declared.map((one) => [one.name, one]));
  const pairs = told.map(({ name, type }, index) => ({
    name: name ?? declared[index]!.name,
    type,
    one: name === undefined ? declared[index] : byName.get(name),
  }));
  const missing = isParameter ? [] : declared.filter(({ name }) => !told.some((column) => column.name === name));
  return [
    ...pairs.flatMap(({ name, type, one }) => {
      if (!one) return [`${name} is not declared`];
      return fits(one, type, isParameter) ? [] : [`${name} is ${type}, not ${one.type}`];
    }),
    ...missing.map(({ name }) => `${name} is not returned`),
  ];
}

test('a statement declares the parameters and columns that PostgreSQL describes', () => {
  const wrong = statements.flatMap(({ file, name, parameters, columns, variants }) =>
    variants.flatMap((described) =>
      [
        ...differences(
          parameters,
          described.parameters.map((type) => ({ type })),
        ),
        ...(columns.length > 0 ? differences(columns, described.columns) : []),
      ].map((difference) => `${file} ${name}: ${difference}`),
    ),
  );
  expect([...new Set(wrong)]).toEqual([]);
});

test('a statement has at most eight variants', () => {
  const many = statements.filter(({ variants }) => variants.length > MOST_VARIANTS);
  expect(many.map(({ file, name, variants }) => `${file} ${name}: ${variants.length}`)).toEqual([]);
});

test('each file of statements exports one', () => {
  const files = new Set(statements.map(({ file }) => file));
  expect(STATEMENT_FILES.filter((file) => !files.has(file))).toEqual([]);
});
