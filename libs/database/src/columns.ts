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
      ...{ propertyName, databaseName },
      sql: query ? `(${query(alias)})` : `${alias}.${databaseName}`,
    }));
  return {
    sql: columns.map(({ databaseName, sql }) => `${sql} AS ${alias}_${databaseName}`).join(', '),
    read(row) {
      if (row[`${alias}_id`] == null) return null;
      const record = metadata.create() as Record<string, unknown>;
      for (const { propertyName, databaseName } of columns) record[propertyName] = row[`${alias}_${databaseName}`];
      return record as T;
    },
  };
}
