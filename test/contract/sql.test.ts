import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { glob } from 'tinyglobby';
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
const FOLDER = 'docs/sql';
const MOST_VARIANTS = 8;
/** `npm run sql` writes the files anew. */
const WRITES = process.env['WRITE_SQL'] === '1';

type Options = Record<string, boolean | string>;
interface Variant {
  options: Options;
  text: string;
}
type Exported = Sql<[], unknown> | SqlVariants<[], unknown, Options>;

const variantsOf = (exported: Exported): Variant[] =>
  'all' in exported
    ? exported.all.map(({ options, statement }) => ({ options, text: statement.text }))
    : [{ options: {}, text: exported.text }];

const service = useService();
const statements: (DeclaredStatement & { variants: (Variant & { described: DescribedStatement })[] })[] = [];

beforeAll(async () => {
  await asTest(() =>
    describing(service.databaseUrl, async (describe) => {
      for (const declared of declaredStatements()) {
        const module = (await import(resolve(ROOT, declared.file))) as Record<string, Exported>;
        const described = [];
        for (const variant of variantsOf(module[declared.name]!)) {
          const answer = await describe(variant.text).catch((error: Error) => {
            throw new Error(`${declared.file} ${declared.name}: ${error.message}`, { cause: error });
          });
          described.push({ ...variant, described: answer });
        }
        statements.push({ ...declared, variants: described });
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
    variants.flatMap(({ described }) =>
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

const moduleOf = (file: string): string => /^(?:apps\/api\/src|libs)\/([^/]+)\//.exec(file)![1]!;

/** The text without the indentation of the source. */
function dedented(text: string): string {
  const lines = text
    .replace(/^\s*\n/, '')
    .trimEnd()
    .split('\n');
  const rest = lines.slice(1).filter((line) => line.trim() !== '');
  const first = /^ */.exec(lines[0]!)![0].length;
  const shared = Math.min(...rest.map((line) => /^ */.exec(line)![0].length), first > 0 ? first : Infinity);
  const cut = Number.isFinite(shared) ? shared : 0;
  return lines.map((line) => (/^ */.exec(line)![0].length >= cut ? line.slice(cut) : line).trimEnd()).join('\n');
}

function printed({ name, docs, parameters, variants }: (typeof statements)[number]): string {
  const [first] = variants;
  const lines = [
    `-- ${name}`,
    ...docs.split('\n').flatMap((line) => (line ? [`--   ${line}`] : [])),
    ...parameters.map((one, index) => `--   $${index + 1} ${one.name}: ${first!.described.parameters[index]}`),
    ...(first!.described.columns.length > 0
      ? [`--   returns ${first!.described.columns.map((column) => `${column.name} ${column.type}`).join(', ')}`]
      : []),
  ];
  const texts = variants.map(({ options, text }) => {
    const chosen = Object.entries(options).map(([option, value]) => `${option} = ${value}`);
    return `${chosen.length > 0 ? `-- where ${chosen.join(', ')}\n` : ''}${dedented(text)};`;
  });
  return [...lines, ...texts].join('\n');
}

test('docs/sql has every statement as it is sent: run `npm run sql` after a change', async () => {
  const modules = new Map<string, string[]>();
  for (const statement of statements) {
    const module = moduleOf(statement.file);
    modules.set(module, [...(modules.get(module) ?? []), printed(statement)]);
  }
  const head = (module: string) => `-- The statements of ${module}, as they are sent. Written by \`npm run sql\`.\n\n`;
  const files = new Map(
    [...modules].map(([module, texts]) => [`${FOLDER}/${module}.sql`, `${head(module)}${texts.join('\n\n')}\n`]),
  );
  if (WRITES) {
    mkdirSync(resolve(ROOT, FOLDER), { recursive: true });
    for (const [file, text] of files) writeFileSync(resolve(ROOT, file), text);
  }
  for (const [file, text] of files)
    expect([file, existsSync(resolve(ROOT, file)) ? readFileSync(resolve(ROOT, file), 'utf8') : '']).toEqual([
      file,
      text,
    ]);
  const there = await glob(`${FOLDER}/*.sql`, { cwd: ROOT });
  expect(there.filter((file) => !files.has(file) && !file.endsWith('/schema.sql'))).toEqual([]);
});

test('each file of statements exports one', () => {
  const files = new Set(statements.map(({ file }) => file));
  expect(STATEMENT_FILES.filter((file) => !files.has(file))).toEqual([]);
});
