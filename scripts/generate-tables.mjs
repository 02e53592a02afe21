// Writes the tables and their owners into docs/architecture.md from layers.json; with `--check` it only compares.
import { readFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { writeOrCheck } from './generated.mjs';

const FILE = 'docs/architecture.md';

/** @type {{ tables: Record<string, string[]> }} */
const { tables } = JSON.parse(readFileSync('layers.json', 'utf8'));

const list = Object.entries(tables)
  .map(([module, owned]) => `- \`${module}\`: ${owned.map((table) => `\`${table}\``).join(', ')}`)
  .join('\n');

const text = readFileSync(FILE, 'utf8');
const section = /(<!-- tables:begin -->\n)[^]*?(<!-- tables:end -->)/;
if (!section.test(text)) throw new Error(`${FILE} has no place for the tables.`);
const written = text.replace(section, (_, begin, end) => `${begin}\n${list}\n\n${end}`);
writeOrCheck(
  FILE,
  await format(written, { ...(await resolveConfig(FILE)), filepath: FILE }),
  'npm run generate:tables',
);
