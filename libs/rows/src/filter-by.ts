import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';

/** Filters rows by columns that have one of the given values; undefined filters are ignored. */
export function filterBy<T extends ObjectLiteral>(
  rows: SelectQueryBuilder<T>,
  filters: Readonly<Record<string, string | readonly string[] | undefined>>,
): SelectQueryBuilder<T> {
  for (const [property, wanted] of Object.entries(filters)) {
    if (wanted === undefined) continue;
    rows.andWhere(`${rows.alias}.${property} IN (:...${property})`, { [property]: [wanted].flat() });
  }
  return rows;
}
