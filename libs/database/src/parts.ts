import type { Statement } from './query-together.js';

/** A statement of the organization `$1`, its first value, with its other parameters after so many; and these values. */
export function renumbered([text, [, ...values]]: Statement, parameters: number): { text: string; values: unknown[] } {
  const place = (name: string, number: string): string =>
    number === '1' ? name : `$${Number(number) + parameters - 1}`;
  return { text: text.replace(/\$(\d+)/g, place), values };
}

/**
 * Statements of the organization `$1`, which is the first value of each, as parts of a WITH that has so many parameters
 * itself. What takes its rows from values, or the organization from a table, goes as it is to where the rows are, where
 * these are spread over machines; an engine that sends the rows themselves does so for what it selects from a parameter
 * alone.
 * @returns the parts, and the values to add
 */
export function statementParts(
  statements: readonly Statement[],
  parameters: number,
): { parts: string[]; values: unknown[] } {
  const values: unknown[] = [];
  const parts = statements.map((statement, index) => {
    const { text, values: own } = renumbered(statement, parameters + values.length);
    values.push(...own);
    return `part_${index} AS (${text})`;
  });
  return { parts, values };
}

/** A statement that begins with WITH, with these parts before its own. */
export const withParts = (parts: readonly string[], text: string): string =>
  text.replace(/^(\s*WITH )/, (begin) => [begin, ...parts.map((part) => `${part}, `)].join(''));
