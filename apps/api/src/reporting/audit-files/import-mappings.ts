import { query } from '#libs/database';
import { type Fault, InvalidInput } from '#libs/errors';
import { parseJson, ValidationPipe } from '#libs/fields';
import type { EntityManager } from 'typeorm';
import { TableMappingDto } from './dto/table.dto.js';
import { REMEMBER_MAPPING, REMEMBERED_MAPPINGS } from './imports.sql.js';
import { wordKey } from './reading/outcome-words.js';
import type { ReadTable, RememberedMappings, TableMapping } from './reading/table-mapping.js';

const pipe = new ValidationPipe();

/** The mapping of a form, whose fields are texts. @throws InvalidInput */
export async function mappingOf(text: string | undefined): Promise<TableMapping | undefined> {
  if (text === undefined || text.trim() === '') return undefined;
  const { value, faults } = parseJson(Buffer.from(text));
  if (faults) throw new InvalidInput(faults.map(below));
  try {
    const mapping = (await pipe.transform(value, { type: 'body', metatype: TableMappingDto })) as TableMappingDto;
    requireOnce(mapping);
    const { headRow, columns, words } = mapping;
    return { ...(headRow !== undefined && { headRow }), columns, words: words ?? [] };
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    throw new InvalidInput(error.faults.map(below), error.faultCount);
  }
}

const below = (fault: Fault): Fault => ({ ...fault, path: `/mapping${fault.path}` });

function requireOnce({ columns, words = [] }: TableMappingDto): void {
  const faults = [
    ...repeated(columns.map(({ column }) => column)).map((index): Fault => ({
      ...{ path: `/columns/${index}/column`, code: 'duplicate', message: 'A column must have exactly one field.' },
    })),
    ...repeated(words.map(({ word }) => wordKey(word))).map((index): Fault => ({
      ...{ path: `/words/${index}/word`, code: 'duplicate' },
      message: 'A term must have exactly one meaning; case and spaces are ignored.',
    })),
  ];
  if (faults.length > 0) throw new InvalidInput(faults);
}

/** The places of those that come again. */
function repeated(keys: readonly (string | number)[]): number[] {
  const first = new Map<string | number, number>();
  return keys.flatMap((key, index) => {
    if (!first.has(key)) first.set(key, index);
    return first.get(key) === index ? [] : [index];
  });
}

/** How an organization has last read tables. */
export async function rememberedMappings(tx: EntityManager, organizationId: string): Promise<RememberedMappings> {
  const rows = await query(tx, REMEMBERED_MAPPINGS, [organizationId]);
  return Object.fromEntries(rows.map(({ headings, mapping }) => [headings, mapping]));
}

/** Remembers how a table was read where somebody has said so. */
export async function rememberMapping(
  tx: EntityManager,
  organizationId: string,
  mapping: TableMapping | undefined,
  table: ReadTable | undefined,
): Promise<void> {
  if (!mapping || !table?.headings) return;
  await query(tx, REMEMBER_MAPPING, [organizationId, table.headings, JSON.stringify(mapping)]);
}
