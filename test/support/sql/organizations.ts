import { parseSync } from 'libpg-query';
import { Facts } from './facts.js';
import { type Fields, Level, type Reference } from './level.js';
import { LOCAL_TABLES, ORGANIZATION_TABLES } from './owners.js';

/** What a statement says of organizations. */
export interface Organizations {
  /** Why it does not name one organization for every table of organizations' data; empty if it does. */
  faults: string[];
  /** The parameters that name the organization of each row of an `INSERT` with several: they must have one value. */
  rows: string[][];
}

const COLUMN = 'organization_id';
const QUERY = /^(Select|Insert|Update|Delete)Stmt$/;
const ACROSS = /^\s*\/\* all organizations: (\w+) \*\//;

const isOrganizations = (table: string | undefined): boolean => table !== undefined && ORGANIZATION_TABLES.has(table);
const listOf = (value: unknown): Fields[] => (value ?? []) as Fields[];

/** The name under which a statement says that it goes over all organizations; it need not name one. */
export const nameAcross = (sql: string): string | undefined => ACROSS.exec(sql)?.[1];

/**
 * Whether a text of complete statements names one organization for each reference to a table of organizations' data:
 * its `organization_id` equals one parameter by conditions that govern it, be it by way of other references. What comes
 * out of a common table, a subquery or a function binds nothing, since a database that is spread over machines must see
 * the organization before it runs any part. `loadModule` of libpg-query must have ended.
 * @throws Error where PostgreSQL cannot read it
 */
export function organizationsIn(sql: string): Organizations {
  const { stmts } = parseSync(sql) as { stmts?: { stmt: Fields }[] };
  const each = (stmts ?? []).map(({ stmt }) => new StatementReader().read(stmt));
  const isAdmission = sql.startsWith(ADMISSION);
  const faults = each.flatMap(({ faults }) => faults).filter((fault) => !(isAdmission && fault.endsWith(IS_LOCAL)));
  return { faults, rows: each.flatMap(({ rows }) => rows) };
}

const IS_LOCAL = ', which is local.';
/** Admission alone combines both, as every request pays for each of its statements. */
const ADMISSION = '/* admission */';

/** What a query gives for one of its columns: the parameters that it equals in every row. */
type Outputs = (position: number) => string[];

class StatementReader {
  private readonly faults: string[] = [];
  private readonly rows: string[][] = [];
  private readonly bound: { name: string; parameters: string[] }[] = [];
  private readonly local = new Set<string>();

  read(statement: Fields): Organizations {
    const [[kind, body] = ['', {}]] = Object.entries(statement);
    if (QUERY.test(kind)) this.query(kind, body as Fields);
    else this.other(statement);
    const [first, ...others] = this.bound;
    const common = others.reduce(
      (shared, { parameters }) => shared.filter((one) => parameters.includes(one)),
      first?.parameters ?? [],
    );
    if (first && common.length === 0 && this.bound.every(({ parameters }) => parameters.length > 0))
      this.faults.push(
        `It names several organizations: ${this.bound.map(({ name, parameters }) => `${name} ${parameters.join(' ')}`).join(', ')}.`,
      );
    if (first && this.local.size > 0)
      this.faults.push(`It combines ${first.name} with ${[...this.local].join(', ')}${IS_LOCAL}`);
    return { faults: [...new Set(this.faults)], rows: this.rows };
  }

  private query(kind: string, body: Fields, outer?: Level): Outputs {
    const level = new Level(outer);
    const { ctes, recursive } = (body['withClause'] ?? {}) as Fields;
    if (recursive)
      for (const { CommonTableExpr } of listOf(ctes))
        level.common.add((CommonTableExpr as Fields)['ctename'] as string);
    for (const { CommonTableExpr } of listOf(ctes)) {
      const { ctename, ctequery } = CommonTableExpr as { ctename: string; ctequery: unknown };
      this.walk(ctequery, level);
      level.common.add(ctename);
    }
    if (kind === 'SelectStmt') return this.select(body, level);
    if (kind === 'InsertStmt') this.insert(body, level);
    else this.change(kind, body, level);
    return () => [];
  }

  private select(body: Fields, level: Level): Outputs {
    if (body['larg']) {
      const arms = [body['larg'], body['rarg']].map((arm) => this.query('SelectStmt', arm as Fields, level));
      this.walk([body['sortClause'], body['limitCount']], level);
      return (position) => arms[0]!(position).filter((one) => arms[1]!(position).includes(one));
    }
    this.govern(listOf(body['fromClause']), body['whereClause'], level);
    const { withClause: _, ...rest } = body;
    this.walk(rest, level);
    const values = listOf(body['targetList']).map(({ ResTarget }) => (ResTarget as Fields)['val']);
    const isStar = values.findIndex((value) => JSON.stringify(value).includes('A_Star'));
    return (position) => {
      const term = isStar >= 0 && isStar <= position ? undefined : level.termOf(values[position]);
      return term ? level.facts.parametersOf(term) : [];
    };
  }

  private insert(body: Fields, level: Level): void {
    const { relation, cols, selectStmt, withClause: _, ...rest } = body;
    const columns = listOf(cols).map(({ ResTarget }) => (ResTarget as Fields)['name']);
    const position = columns.indexOf(COLUMN);
    const source = ((selectStmt ?? {}) as Fields)['SelectStmt'] as Fields | undefined;
    const { valuesLists } = source ?? {};
    let parameters: string[] = [];
    if (valuesLists) {
      this.walk(selectStmt, level);
      const terms = listOf(valuesLists).map(({ List }) => level.termOf(listOf((List as Fields)['items'])[position]));
      const given = terms.filter((term) => term?.startsWith('$')) as string[];
      if (given.length === terms.length) parameters = given.slice(0, 1);
      if (isOrganizations((relation as Fields)['relname'] as string) && new Set(given).size > 1) this.rows.push(given);
    } else if (source) parameters = this.query('SelectStmt', source, level)(position);
    const target = this.reference(relation as Fields, level);
    const excluded = level.add('excluded');
    for (const parameter of parameters)
      for (const one of [target, excluded]) level.facts.equate(Level.column(one, COLUMN), parameter);
    this.note(target, level.facts);
    this.refuseMoves(target, ((rest['onConflictClause'] ?? {}) as Fields)['targetList']);
    this.walk(rest, level);
  }

  private change(kind: string, body: Fields, level: Level): void {
    const { relation, withClause: _, ...rest } = body;
    const from = kind === 'UpdateStmt' ? body['fromClause'] : body['usingClause'];
    this.govern([{ RangeVar: relation }, ...listOf(from)], body['whereClause'], level);
    if (kind === 'UpdateStmt') this.refuseMoves(level.references[0]!, body['targetList']);
    this.walk(rest, level);
  }

  /** Collects what a query is from and what its conditions equate, and judges each reference. */
  private govern(from: readonly Fields[], where: unknown, level: Level): void {
    const joins = new Map<Fields, Reference[]>();
    for (const item of from) this.enter(item, level, joins);
    this.equate(where, level, level.facts);
    for (const item of from) this.innerFacts(item, level, level.facts, joins);
    for (const item of from) this.outerFacts(item, level, level.facts, joins);
    for (const reference of level.references) this.note(reference, level.facts);
  }

  private enter(item: Fields, level: Level, joins: Map<Fields, Reference[]>): Reference[] {
    const [[kind, value] = ['', {}]] = Object.entries(item);
    const entered = this.entered(kind, value as Record<string, Fields>, level, joins);
    joins.set(item, entered);
    return entered;
  }

  private entered(
    kind: string,
    value: Record<string, Fields>,
    level: Level,
    joins: Map<Fields, Reference[]>,
  ): Reference[] {
    if (kind === 'RangeVar') return [this.reference(value, level)];
    if (kind === 'RangeTableSample') return [this.reference(value['relation']!['RangeVar'] as Fields, level)];
    if (kind !== 'JoinExpr') return [level.add(String(value['alias']?.['aliasname']))];
    const left = this.enter(value['larg']!, level, joins);
    const right = this.enter(value['rarg']!, level, joins);
    const kept = (value['jointype'] as unknown) === 'JOIN_RIGHT' ? right : left;
    for (const { String: name } of listOf(value['usingClause'])) {
      const column = (name as { sval: string }).sval;
      level.merge(column, Level.column(this.ownerOf(kept), column));
    }
    return [...left, ...right];
  }

  private reference({ schemaname, relname, alias }: Fields, level: Level): Reference {
    const table = schemaname && schemaname !== 'public' ? `${String(schemaname)}.${String(relname)}` : String(relname);
    const name = String((alias as Fields | undefined)?.['aliasname'] ?? relname);
    if (!schemaname && level.isCommon(table)) return level.add(name);
    this.noteLocal(table);
    return level.add(name, table);
  }

  /** What holds in every row that joins give. */
  private innerFacts(item: Fields, level: Level, facts: Facts, joins: Map<Fields, Reference[]>): void {
    const join = item['JoinExpr'] as Record<string, Fields> | undefined;
    const kind = String(join?.['jointype']);
    if (!join || kind === 'JOIN_FULL') return;
    if (kind !== 'JOIN_RIGHT') this.innerFacts(join['larg']!, level, facts, joins);
    if (kind !== 'JOIN_LEFT') this.innerFacts(join['rarg']!, level, facts, joins);
    if (kind === 'JOIN_INNER') this.joinFacts(join, level, facts, joins);
  }

  /** The condition of an outer join binds only the side that may be missing. */
  private outerFacts(item: Fields, level: Level, facts: Facts, joins: Map<Fields, Reference[]>): void {
    const join = item['JoinExpr'] as Record<string, Fields> | undefined;
    const kind = String(join?.['jointype']);
    if (!join || kind === 'JOIN_FULL') return;
    const [kept, missing] = kind === 'JOIN_RIGHT' ? [join['rarg']!, join['larg']!] : [join['larg']!, join['rarg']!];
    this.outerFacts(kept, level, facts, joins);
    if (kind === 'JOIN_INNER') return this.outerFacts(missing, level, facts, joins);
    const within = new Facts(facts);
    this.innerFacts(missing, level, within, joins);
    this.joinFacts(join, level, within, joins);
    this.outerFacts(missing, level, within, joins);
    // An equality with a column that may be missing holds only where it is not.
    for (const reference of joins.get(missing)!)
      for (const parameter of within.parametersOf(Level.column(reference, COLUMN)))
        facts.equate(Level.column(reference, COLUMN), parameter);
  }

  private joinFacts(join: Record<string, Fields>, level: Level, facts: Facts, joins: Map<Fields, Reference[]>): void {
    this.equate(join['quals'], level, facts);
    for (const { String: name } of listOf(join['usingClause'])) {
      const column = (name as { sval: string }).sval;
      const [left, right] = [join['larg']!, join['rarg']!].map((side) => this.ownerOf(joins.get(side)!));
      facts.equate(Level.column(left!, column), Level.column(right!, column));
    }
  }

  /** Which of several references has a column is not in the text, but those of organizations have theirs. */
  private ownerOf(references: readonly Reference[]): Reference {
    return references.find(({ table }) => isOrganizations(table)) ?? references[0]!;
  }

  /** The equalities of a condition that must hold as a whole: those that are AND-ed. */
  private equate(condition: unknown, level: Level, facts: Facts): void {
    const { BoolExpr, A_Expr } = (condition ?? {}) as Record<string, Fields | undefined>;
    if (BoolExpr?.['boolop'] === 'AND_EXPR') for (const one of listOf(BoolExpr['args'])) this.equate(one, level, facts);
    if (A_Expr?.['kind'] !== 'AEXPR_OP' || JSON.stringify(A_Expr['name']) !== '[{"String":{"sval":"="}}]') return;
    const sides = [A_Expr['lexpr'], A_Expr['rexpr']].map((side) => {
      const row = (side as Fields)['RowExpr'] as Fields | undefined;
      return row ? listOf(row['args']) : [side];
    });
    sides[0]!.forEach((left, index) => {
      const [one, other] = [level.termOf(left), level.termOf(sides[1]![index])];
      if (one && other) facts.equate(one, other);
    });
  }

  private note({ name, table, id }: Reference, facts: Facts): void {
    if (!isOrganizations(table)) return;
    const parameters = facts.parametersOf(Level.column({ id, name }, COLUMN));
    const told = name === table ? name : `${table} ${name}`;
    this.bound.push({ name: told, parameters });
    if (parameters.length === 0) this.faults.push(`It does not name the organization of ${told}.`);
  }

  private noteLocal(table: string): void {
    if (LOCAL_TABLES.has(table) || LOCAL_TABLES.has(table.replace(/\..*/, '.*'))) this.local.add(table);
  }

  private refuseMoves({ table, name }: Reference, assignments: unknown): void {
    const sets = listOf(assignments).some(({ ResTarget }) => (ResTarget as Fields)['name'] === COLUMN);
    if (sets && isOrganizations(table)) this.faults.push(`It changes the organization of ${name}.`);
  }

  /** Reads the queries within expressions and items, and the functions that they call. */
  private walk(node: unknown, level: Level): void {
    if (typeof node !== 'object' || node === null) return;
    for (const [key, value] of Object.entries(node)) {
      if (QUERY.test(key)) this.query(key, value as Fields, level);
      else {
        if (key === 'FuncCall') {
          const names = listOf((value as Fields)['funcname']).map(
            ({ String: name }) => (name as { sval: string }).sval,
          );
          this.noteLocal(names.join('.'));
        }
        this.walk(value, level);
      }
    }
  }

  /** `MERGE`, `TRUNCATE` and the like cannot name an organization. */
  private other(node: unknown): void {
    if (typeof node !== 'object' || node === null) return;
    const { relname } = node as Fields;
    if (isOrganizations(relname as string | undefined))
      this.faults.push(`It does not name the organization of ${String(relname)}.`);
    for (const value of Object.values(node)) this.other(value);
  }
}
