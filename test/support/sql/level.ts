import { Facts } from './facts.js';

export type Fields = Record<string, unknown>;

/**
 * Something that a query selects from or changes; without a table if it is a common table, a subquery or a function.
 */
export interface Reference {
  id: number;
  name: string;
  table?: string;
}

let lastId = 0;

/** One query of a statement: what it selects from, and what is equal there. It sees the queries around it. */
export class Level {
  readonly references: Reference[] = [];
  readonly common = new Set<string>();
  readonly facts: Facts;
  private readonly merged = new Map<string, string>();

  constructor(readonly outer?: Level) {
    this.facts = new Facts(outer?.facts);
  }

  add(name: string, table?: string): Reference {
    const reference = { id: (lastId += 1), name, ...(table && { table }) };
    this.references.push(reference);
    return reference;
  }

  isCommon(name: string): boolean {
    return this.common.has(name) || (this.outer?.isCommon(name) ?? false);
  }

  /** A column of a reference as a term of facts. */
  static column({ id }: Reference, name: string): string {
    return `${id}.${name}`;
  }

  /** A column that `JOIN … USING` has merged may be named without a reference. */
  merge(name: string, term: string): void {
    this.merged.set(name, term);
  }

  /**
   * A parameter or a column as a term of facts; a cast of a parameter is the parameter. Any other expression, or a
   * column that cannot be told from the text alone, is none.
   */
  termOf(node: unknown): string | undefined {
    const { ParamRef, TypeCast, ColumnRef } = (node ?? {}) as Record<string, Fields | undefined>;
    if (ParamRef) return `$${Number(ParamRef['number'] ?? 0)}`;
    const cast = (TypeCast?.['arg'] as Fields | undefined)?.['ParamRef'];
    if (cast) return this.termOf(TypeCast!['arg']);
    const names = (ColumnRef?.['fields'] as { String?: { sval: string } }[] | undefined)?.map(
      ({ String: name }) => name?.sval,
    );
    if (!names || names.includes(undefined)) return undefined;
    const [column, name] = names.toReversed() as [string, string?];
    return names.length > 2 ? undefined : this.columnNamed(column, name);
  }

  private columnNamed(column: string, name: string | undefined): string | undefined {
    const [first, ...others] =
      name === undefined ? this.references : this.references.filter((one) => one.name === name);
    if (name === undefined && this.merged.has(column)) return this.merged.get(column);
    if (!first) return this.outer?.columnNamed(column, name);
    return others.length === 0 ? Level.column(first, column) : undefined;
  }
}
