import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { globSync } from 'tinyglobby';
import ts from 'typescript';

const ROOT = resolve(__dirname, '../../..');

/** A parameter or a column as the source declares it. */
export interface Declared {
  name: string;
  /** What of TypeScript it is, without null. */
  kinds: readonly Kind[];
  /** As it is written in the source. */
  type: string;
}
type Kind = 'string' | 'number' | 'boolean' | 'Date' | 'bytes' | 'list' | 'object' | 'unknown';

/** A statement that a `*.sql.ts` exports. */
export interface DeclaredStatement {
  file: string;
  name: string;
  parameters: Declared[];
  columns: Declared[];
}

/** The files of statements, by their paths from the root. */
export const STATEMENT_FILES = globSync(['apps/api/src/**/*.sql.ts', 'libs/*/src/**/*.sql.ts'], { cwd: ROOT }).sort();

/** Every statement that these files export, with the names and types of its parameters and columns. */
export function declaredStatements(): DeclaredStatement[] {
  const config = ts.readConfigFile(resolve(ROOT, 'tsconfig.json'), (file) => readFileSync(file, 'utf8'));
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, ROOT);
  const program = ts.createProgram(
    STATEMENT_FILES.map((file) => resolve(ROOT, file)),
    { ...options, types: ['node'] },
  );
  const checker = program.getTypeChecker();
  return STATEMENT_FILES.flatMap((file) => {
    const source = program.getSourceFile(resolve(ROOT, file))!;
    return checker.getExportsOfModule(checker.getSymbolAtLocation(source)!).flatMap((symbol) => {
      const declaration = symbol.valueDeclaration;
      if (!declaration || !ts.isVariableDeclaration(declaration)) return [];
      const type = checker.getTypeOfSymbolAtLocation(symbol, declaration);
      const name = type.aliasSymbol?.name ?? type.symbol?.name;
      if (name !== 'Sql' && name !== 'SqlVariants') return [];
      const [parameters, row] = checker.getTypeArguments(type as ts.TypeReference);
      return [
        {
          file,
          name: symbol.name,
          parameters: parametersOf(checker, parameters as ts.TupleTypeReference),
          columns: columnsOf(checker, row!, declaration),
        },
      ];
    });
  });
}

function parametersOf(checker: ts.TypeChecker, tuple: ts.TupleTypeReference): Declared[] {
  return checker.getTypeArguments(tuple).map((type, index) => {
    const label = tuple.target.labeledElementDeclarations?.[index];
    return {
      name: label?.name.getText() ?? `$${index + 1}`,
      kinds: kindsOf(checker, type),
      type: label && ts.isNamedTupleMember(label) ? label.type.getText() : checker.typeToString(type),
    };
  });
}

function columnsOf(checker: ts.TypeChecker, row: ts.Type, at: ts.Node): Declared[] {
  if (row.flags & ts.TypeFlags.Never) return [];
  return checker.getPropertiesOfType(row).map((property) => {
    const type = checker.getTypeOfSymbolAtLocation(property, at);
    const node = property.valueDeclaration;
    const written = node && (ts.isPropertySignature(node) || ts.isPropertyDeclaration(node)) ? node.type : undefined;
    return {
      name: property.name,
      kinds: kindsOf(checker, type),
      type: (written?.getText() ?? checker.typeToString(type)).replace(/\s+/g, ' '),
    };
  });
}

function kindsOf(checker: ts.TypeChecker, type: ts.Type): Kind[] {
  const parts = type.isUnion() ? type.types : [type];
  const present = parts.filter(({ flags }) => !(flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)));
  return [...new Set(present.map((part) => kindOf(checker, part)))];
}

function kindOf(checker: ts.TypeChecker, type: ts.Type): Kind {
  if (type.flags & ts.TypeFlags.StringLike) return 'string';
  if (type.flags & ts.TypeFlags.NumberLike) return 'number';
  if (type.flags & ts.TypeFlags.BooleanLike) return 'boolean';
  if (type.flags & (ts.TypeFlags.Unknown | ts.TypeFlags.Any)) return 'unknown';
  if (checker.isArrayLikeType(type)) return 'list';
  const name = type.symbol?.name;
  if (name === 'Date') return 'Date';
  return name === 'Buffer' || name === 'Uint8Array' ? 'bytes' : 'object';
}

/** What a value of a type of PostgreSQL is in TypeScript, as the driver reads it, or takes it for a parameter. */
const KINDS: Readonly<Record<string, readonly Kind[]>> = {
  uuid: ['string'],
  text: ['string'],
  'character varying': ['string'],
  name: ['string'],
  inet: ['string'],
  cidr: ['string'],
  interval: ['string'],
  pg_lsn: ['string'],
  bigint: ['string'],
  numeric: ['string'],
  date: ['string', 'Date'],
  'timestamp with time zone': ['Date'],
  smallint: ['number'],
  integer: ['number'],
  real: ['number'],
  'double precision': ['number'],
  boolean: ['boolean'],
  bytea: ['bytes'],
};
/** What the driver takes for a parameter beside what it reads. */
const ALSO_TAKEN: Readonly<Record<string, readonly Kind[]>> = {
  bigint: ['number'],
  numeric: ['number'],
  'timestamp with time zone': ['string'],
  json: ['string'],
  jsonb: ['string'],
  'uuid[]': ['string'],
};

/** Whether what the source declares is what PostgreSQL says; what JSON holds it does not know. */
export function fits({ kinds }: Declared, type: string, isParameter: boolean): boolean {
  if (kinds.length === 0 || type === 'void') return true;
  const taken = isParameter ? (ALSO_TAKEN[type] ?? []) : [];
  if (type.endsWith('[]')) return kinds.every((kind) => kind === 'list' || taken.includes(kind));
  if (/^jsonb?$/.test(type)) return isParameter ? kinds.every((kind) => taken.includes(kind)) : true;
  // The driver reads every other type as text, such as an enum.
  const allowed = KINDS[type] ?? ['string'];
  return kinds.every((kind) => allowed.includes(kind) || taken.includes(kind));
}
