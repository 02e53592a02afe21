import type { DataSource, EntityTarget, ObjectLiteral } from 'typeorm';

/** The columns of an entity for a hand-written SELECT, and how to read one back; null where an outer join found none. */
export interface Columns<T> {
  sql: string;
  read(row: Record<string, unknown>): T | null;
}

/** Derives both from the entity, so that hand-written SQL cannot drift from it. The entity's key is `id`. */
export function columnsOf<T extends ObjectLiteral>(
  database: DataSource,
  entity: EntityTarget<T>,
  alias: string,
): Columns<T> {
  const metadata = database.getMetadata(entity);
  const columns = metadata.columns
    .filter(({ isSelect }) => isSelect)
    .map(({ propertyName, databaseName, query }) => ({
      propertyName,
      name: `${alias}_${databaseName}`,
      sql: query ? `(${query(alias)})` : `${alias}.${databaseName}`,
    }));
  const id = `${alias}_id`;
  return {
    sql: columns.map(({ name, sql }) => `${sql} AS ${name}`).join(', '),
    read(row) {
      if (row[id] == null) return null;
      const record = metadata.create() as Record<string, unknown>;
      for (const { propertyName, name } of columns) record[propertyName] = row[name];
      return record as T;
    },
  };
}
