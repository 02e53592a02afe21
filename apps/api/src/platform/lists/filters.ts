import { TimestampParameter } from '#libs/fields';
import type { Condition } from './page-of.js';

/** The query parameter `createdSince`. */
export const CreatedSinceParameter = (): PropertyDecorator =>
  TimestampParameter({ description: 'Records created at or after this time.' });

/** The query parameter `createdUntil`. */
export const CreatedUntilParameter = (): PropertyDecorator =>
  TimestampParameter({ description: 'Records created before this time.' });

/** The filter by when records were made. */
export interface CreatedBetween {
  createdSince?: Date;
  createdUntil?: Date;
}

/** The conditions that are asked for. */
export const presentConditions = (...conditions: readonly (Condition | false | undefined)[]): Condition[] =>
  conditions.filter((condition) => typeof condition === 'function');

/** That records were made between two moments. */
export const createdBetween = ({ createdSince, createdUntil }: CreatedBetween): Condition[] =>
  presentConditions(
    createdSince && ((bind) => `l.created_at >= ${bind(createdSince)}`),
    createdUntil && ((bind) => `l.created_at < ${bind(createdUntil)}`),
  );

/**
 * That a column names one of some records of a product, by their numbers.
 * @param idsWhere the statement that reads the ids of records `r` under a condition
 */
export const namesNumbered =
  (column: string, idsWhere: (condition: string) => string, productId: string, numbers: readonly number[]): Condition =>
  (bind) => {
    const condition = `r.organization_id = $1 AND r.product_id = ${bind(productId)} AND r.number = ANY (${bind(numbers)}::int[])`;
    return `l.${column} = ANY (ARRAY(${idsWhere(condition)}))`;
  };
