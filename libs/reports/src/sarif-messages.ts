import { at, firstText, list, text } from './json.js';

/**
 * The words of a message (§3.11): its own text, or that which its id names in the first of several tables, with its
 * arguments, and without the marks of links to other places of the report.
 */
export function wordsOf(message: unknown, ...tables: unknown[]): string | undefined {
  const id = text(at(message, 'id'));
  const named = id === undefined ? [] : tables.map((table) => textIn(at(table, id)));
  const pattern = firstText(textIn(message), ...named);
  return pattern === undefined ? undefined : filled(pattern, list(at(message, 'arguments')));
}

const textIn = (message: unknown): string | undefined => firstText(at(message, 'text'), at(message, 'markdown'));

/** Placeholders are filled, and doubled braces are single ones. */
const filled = (pattern: string, values: readonly unknown[]): string =>
  pattern
    .replace(/\{\{|\}\}|\{(\d{1,4})\}/g, (mark, number: string | undefined) => {
      if (number === undefined) return mark[0]!;
      const value = values[Number(number)];
      return typeof value === 'string' ? value : mark;
    })
    .replace(/(?<!\\)\[((?:[^[\]\\]|\\.){1,500})\]\(\d{1,9}\)/g, (_, words: string) =>
      words.replace(/\\([[\]\\])/g, '$1'),
    );
