import { BackupRefused, FORMATS, type Header } from './format.js';

const isText = (value: unknown): value is string => typeof value === 'string';
const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);
/** What is printed of a header: nothing that a terminal would act on. */
const isPlain = (value: unknown): value is string => isText(value) && /^[ -~]{1,100}$/.test(value);

/**
 * The header of a backup, from its JSON.
 * @throws BackupRefused where it is of another format, or none
 */
export function parseHeader(value: unknown): Header {
  const { format, ...header } = (value ?? {}) as Partial<Header>;
  const { curbcut, postgres, createdAt, migrations, keyCheck, tables } = header;
  if (typeof format === 'number' && !FORMATS.includes(format) && isPlain(curbcut))
    throw new BackupRefused(
      `This backup has the format ${format} of Curbcut ${curbcut}: use that version, or a later one.`,
    );
  const isWhole =
    FORMATS.includes(format!) &&
    [curbcut, postgres, createdAt].every(isPlain) &&
    isTexts(migrations) &&
    migrations.every(isPlain) &&
    (keyCheck === null || isText(keyCheck)) &&
    Array.isArray(tables) &&
    tables.every((table) => isPlain(table?.name) && isTexts(table.columns));
  if (!isWhole) throw new BackupRefused('This file is not a Curbcut backup: its header is invalid.');
  return value as Header;
}
