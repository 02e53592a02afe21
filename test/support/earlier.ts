/**
 * SQL: a moment in a column, moved back. In an UPDATE of a table that is spread over machines, a column stands in no
 * expression that depends on settings, and what a day is depends on the time zone.
 * @param by an interval, in SQL
 */
export const earlier = (column: string, by: string): string =>
  `(${column} AT TIME ZONE 'UTC' - ${by}) AT TIME ZONE 'UTC'`;
