import ts from 'typescript';
import { each, methodOf, placeOf } from './sources.js';
import { HOLE, readStatement, type ParsedStatement } from './statements.js';
import { type SqlText, TextResolver } from './text-resolver.js';

/** A place in the source that reads or writes a table; `text` says what could not be read there, if nothing could. */
export interface Use {
  file: string;
  line: number;
  table: string;
  writes: boolean;
}
export interface Unreadable {
  file: string;
  line: number;
  why: string;
}

const SQL = new RegExp(
  `\\b(FROM|JOIN|INTO|UPDATE|USING)\\s+(ONLY\\s+)?("?[a-z_]+|\\$\\{|${HOLE})|^\\s*(SELECT|WITH|INSERT|DELETE|UPDATE)\\s`,
);
const TAKES_SQL = /^(query|where|andWhere|orWhere|having|andHaving|addSelect|orderBy|addOrderBy)$/;
const WRITES =
  /^(insert|update|delete|save|upsert|remove|softDelete|softRemove|recover|restore|increment|decrement|clear|into|updateAll|deleteAll)$/;
const LINKS_WRITTEN_BY = 'replaceLinks';

/** Every use of a table in a program, in SQL and through TypeORM, and what cannot be understood as one. */
export function usesOf(
  program: ts.Program,
  tables: ReadonlySet<string>,
  isOurs: (file: string) => boolean = () => true,
): { uses: Use[]; unreadable: Unreadable[] } {
  const texts = new TextResolver(program.getTypeChecker());
  const files = program.getSourceFiles().filter(({ fileName }) => isOurs(fileName));
  for (const file of files) texts.learn(file);
  const uses = new Map<string, Use>();
  const unreadable: Unreadable[] = [];
  const use = (node: ts.Node, table: string, writes: boolean, skip = 0): void => {
    const place = placeOf(node, skip);
    uses.set(`${place.file}:${place.line} ${table} ${writes}`, { ...place, table, writes });
  };
  const entities = entitiesOf(files, texts);
  for (const file of files) {
    readEntities(file, texts, entities, use);
    readLinkTables(file, texts, tables, use);
  }
  readSql(files, texts, tables, use, unreadable);
  const sorted = [...uses.values()].sort(
    (a, b) => a.file.localeCompare(b.file) || a.line - b.line || a.table.localeCompare(b.table),
  );
  return { uses: sorted, unreadable };
}

type Note = (node: ts.Node, table: string, writes: boolean, skip?: number) => void;

/** The classes that TypeORM keeps in tables. */
function entitiesOf(files: readonly ts.SourceFile[], texts: TextResolver): Map<ts.Symbol, string> {
  const entities = new Map<ts.Symbol, string>();
  for (const file of files)
    each(file, (node) => {
      if (!ts.isClassDeclaration(node) || !node.name) return;
      for (const { expression } of ts.getDecorators(node) ?? []) {
        if (!ts.isCallExpression(expression) || expression.expression.getText() !== 'Entity') continue;
        const [name] = expression.arguments;
        const symbol = texts.symbolOf(node.name);
        if (symbol && name && ts.isStringLiteralLike(name)) entities.set(symbol, name.text);
      }
    });
  return entities;
}

/** Code that uses an entity as a value reads its table, or writes it if a writing method is called with it. */
function readEntities(file: ts.SourceFile, texts: TextResolver, entities: Map<ts.Symbol, string>, use: Note): void {
  each(file, (node) => {
    if (!ts.isIdentifier(node) || !isValue(node)) return;
    const symbol = texts.symbolOf(node);
    const table = symbol && entities.get(symbol);
    if (table) use(node, table, isWrittenBy(node, texts));
  });
}

function isValue(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent) || ts.isClassDeclaration(parent)) return false;
  if (ts.isPropertyAccessExpression(parent) && parent.name === node) return false;
  if (ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.InstanceOfKeyword) return false;
  if (ts.isNewExpression(parent) || (ts.isPropertyAssignment(parent) && parent.name === node)) return false;
  return ts.isExpression(node) && !ts.isPartOfTypeNode(node) && !ts.isParameter(parent);
}

function isWrittenBy(node: ts.Identifier, texts: TextResolver): boolean {
  let call: ts.Node = node.parent;
  while (!ts.isCallExpression(call)) {
    if (ts.isStatement(call) || ts.isFunctionLike(call) || ts.isClassElement(call)) return false;
    call = call.parent;
  }
  if (WRITES.test(methodOf(call) ?? '')) return true;
  const position = call.arguments.indexOf(node);
  if (position >= 0 && passesToWrite(call, position, texts)) return true;
  // createQueryBuilder(Issue, 'issue').delete()…, getRepository(Issue).insert(…)
  if (!/^(createQueryBuilder|getRepository)$/.test(methodOf(call) ?? '')) return false;
  for (
    let outer: ts.Node = call.parent;
    ts.isPropertyAccessExpression(outer) || ts.isCallExpression(outer);
    outer = outer.parent
  )
    if (ts.isPropertyAccessExpression(outer) && WRITES.test(outer.name.text)) return true;
  return false;
}

/** Whether a function of ours hands the entity that it is given to a method that writes. */
function passesToWrite(call: ts.CallExpression, position: number, texts: TextResolver): boolean {
  const declaration = texts.symbolOf(
    ts.isPropertyAccessExpression(call.expression) ? call.expression.name : call.expression,
  )?.valueDeclaration;
  if (!declaration || !ts.isFunctionLike(declaration)) return false;
  const parameter = declaration.parameters[position];
  const symbol = parameter && texts.symbolOf(parameter.name);
  let writes = false;
  each(declaration, (node) => {
    if (symbol && ts.isCallExpression(node) && WRITES.test(methodOf(node) ?? ''))
      writes ||= node.arguments.some((argument) => ts.isIdentifier(argument) && texts.symbolOf(argument) === symbol);
  });
  return writes;
}

/** `{ table: '…' }` names a table to read; `replaceLinks` writes the one it is given. */
function readLinkTables(file: ts.SourceFile, texts: TextResolver, tables: ReadonlySet<string>, use: Note): void {
  const tableOf = (literal: ts.ObjectLiteralExpression | undefined): string | undefined => {
    const property = literal?.properties.find((one) => one.name?.getText() === 'table');
    const value = property && ts.isPropertyAssignment(property) ? property.initializer : undefined;
    return value && ts.isStringLiteralLike(value) && tables.has(value.text) ? value.text : undefined;
  };
  each(file, (node) => {
    if (ts.isObjectLiteralExpression(node)) {
      const table = tableOf(node);
      if (table) use(node, table, false);
    }
    if (ts.isCallExpression(node) && node.expression.getText() === LINKS_WRITTEN_BY) {
      const table = node.arguments[1] && tableOf(texts.literal(node.arguments[1]));
      if (table) use(node, table, true);
    }
  });
}

function readSql(
  files: readonly ts.SourceFile[],
  texts: TextResolver,
  tables: ReadonlySet<string>,
  use: Note,
  unreadable: Unreadable[],
): void {
  const understood = new Set<ts.Node>();
  // A function in libs or lists gets the table from its caller, where the use is found.
  const notTold = (at: ts.Node): void => {
    const place = placeOf(at);
    if (!/^(libs|apps\/api\/src\/platform\/lists)\//.test(place.file))
      unreadable.push({ ...place, why: 'It does not say of which table.' });
  };
  const common = new Set<string>();
  const unknown: { file: string; line: number; table: string }[] = [];
  const failed: { root: ts.Expression; why: string }[] = [];
  const read = remembered(parsed);
  for (const file of files)
    each(file, (node) => {
      if (!ts.isExpression(node) || !holdsSql(node)) return;
      for (const text of texts.of(node)) {
        const whole = text.map(({ text }) => text).join('');
        if (!(isHandedOver(node) ? text.some(({ from }) => from) : SQL.test(whole))) continue;
        const result = read(text);
        if (result instanceof Error) {
          failed.push({ root: node, why: result.message });
          continue;
        }
        const { statement, filled } = result;
        for (const name of statement.common) common.add(name);
        for (const { from } of text) if (from) understood.add(from);
        for (const one of statement.tables) {
          const piece = pieceAt(filled, one.at);
          const known = tables.has(one.table);
          // A name in a text of its own counts where that text is inserted.
          const from = piece.from && piece.from.getText().slice(1, -1) !== one.table ? piece.from : undefined;
          const at = from ?? node;
          if (known) use(at, one.table, one.writes, from ? linesBefore(piece.before) : 0);
          else if (one.table.startsWith(HOLE)) notTold(at);
          else unknown.push({ ...placeOf(at), table: one.table });
        }
      }
    });
  for (const { table, ...place } of unknown)
    if (!common.has(table)) unreadable.push({ ...place, why: `No table is called ${table}.` });
  for (const { root, why } of failed)
    if (!literalsOf(root).every((literal) => understood.has(literal))) unreadable.push({ ...placeOf(root), why });
}

const linesBefore = (text: string): number => text.split('\n').length - 1;

function literalsOf(root: ts.Node): ts.Node[] {
  const literals: ts.Node[] = [];
  each(root, (node) => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node)) literals.push(node);
  });
  return literals;
}

/** Whatever a method that takes SQL is called with. */
const isHandedOver = (node: ts.Expression): boolean =>
  ts.isCallExpression(node.parent) && node.parent.arguments[0] === node && TAKES_SQL.test(methodOf(node.parent) ?? '');

/** That, or a literal that looks like SQL. */
const holdsSql = (node: ts.Expression): boolean =>
  isHandedOver(node) ||
  ((ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) && SQL.test(node.getText().slice(1, -1)));

// What an unresolved part can be: a name, nothing (an optional clause), an assignment or a part of a WITH.
const FILLINGS = [HOLE, '', `${HOLE} = ${HOLE}`, `${HOLE} AS (SELECT)`];
// What it can only be after such an end.
const AFTER: [end: string, filling: string][] = [
  ['$', '1'],
  ['LATERAL (', 'SELECT'],
];
const MOST_HOLES = 6;

/** The tables that a text names, and the text with its holes filled so that it can be read. */
function parsed(text: SqlText): { statement: ParsedStatement; filled: SqlText } | Error {
  const holes = text.flatMap(({ from }, index) => (from ? [] : [index]));
  let failure: Error | undefined;
  for (let choice = 0; choice < FILLINGS.length ** Math.min(holes.length, MOST_HOLES); choice += 1) {
    const filled = text.map((piece, index) => {
      if (piece.from) return piece;
      const filling = Math.floor(choice / FILLINGS.length ** holes.indexOf(index)) % FILLINGS.length;
      const only = AFTER.find(([end]) => text[index - 1]?.text.endsWith(end));
      return { text: only?.[1] ?? FILLINGS[filling]! };
    });
    try {
      return { statement: readStatement(filled.map(({ text: piece }) => piece).join('')), filled };
    } catch (error) {
      failure ??= error as Error;
    }
  }
  return failure!;
}

/** The same for texts that are put together from the same pieces: most variants of a statement read alike. */
function remembered(parse: typeof parsed): typeof parsed {
  const results = new Map<string, ReturnType<typeof parsed>>();
  return (text) => {
    const key = JSON.stringify(text.map(({ text: piece, from }) => [piece, from?.pos, from?.getSourceFile().fileName]));
    const result = results.get(key) ?? parse(text);
    results.set(key, result);
    return result;
  };
}

function pieceAt(text: SqlText, at: number): { from?: ts.Node; before: string } {
  let start = 0;
  for (const { text: piece, from } of text) {
    if (at < start + piece.length) return { ...(from && { from }), before: piece.slice(0, at - start) };
    start += piece.length;
  }
  return { before: '' };
}
