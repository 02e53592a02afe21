import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';

/** Narrows a list to rows whose column has one of the given values; an absent filter does not narrow. */
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
