// Writes the lists of migrations and of entities from the files that there are; with `--check` it only compares.
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { writeOrCheck } from './generated.mjs';

const SOURCE = 'apps/api/src';
const COMMAND = 'npm run generate:indexes';

/**
 * The classes that match, with their files, relative to a folder.
 * @param {string} folder
 * @param {RegExp} files
 * @param {RegExp} classes
 */
function found(folder, files, classes) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => files.test(basename(file)))
    .sort()
    .flatMap((file) =>
      [...readFileSync(`${folder}/${file}`, 'utf8').matchAll(classes)].map(([, name]) => ({ file, name })),
    );
}

/**
 * A module that exports a list of classes.
 * @param {{ file: string, name: string | undefined }[]} classes
 * @param {string} list
 * @param {string} purpose
 */
const listing = (classes, list, purpose) => `// Written by ${COMMAND}.
${classes.map(({ file, name }) => `import { ${name} } from '${file.replace(/\.ts$/, '.js')}';`).join('\n')}

/** ${purpose} */
${inLines(
  `export const ${list} = [`,
  classes.map(({ name }) => `${name}`),
  '];',
)}
`;

/**
 * As Prettier writes a list.
 * @param {string} before
 * @param {string[]} names
 * @param {string} after
 */
function inLines(before, names, after) {
  const line = before + names.join(', ') + after;
  return line.length <= 120 ? line : [before, ...names.map((name) => `  ${name},`), after].join('\n');
}

const migrations = found(
  `${SOURCE}/platform/migrations`,
  /^\d{13}-.*\.ts$/,
  /^export class (\w+) implements MigrationInterface/gm,
);
writeOrCheck(
  `${SOURCE}/platform/migrations/migrations.ts`,
  listing(
    migrations.map(({ file, name }) => ({ file: `./${file}`, name })),
    'MIGRATIONS',
    'Every change of the schema, in order. A landed one is never edited.',
  ),
  COMMAND,
);

const entities = found(SOURCE, /\.entity\.ts$/, /^@Entity\([^)]*\)\n(?:@.*\n)*export class (\w+)/gm);
writeOrCheck(
  `${SOURCE}/service/app/entities.ts`,
  listing(
    entities.map(({ file, name }) => ({ file: `../../${file}`, name })),
    'ENTITIES',
    'Every table that is read or written as objects. Others are used by statements alone; layers.json names all of them.',
  ),
  COMMAND,
);
