// Writes libs/client/src/generated from openapi.json: the calls and types by @hey-api/openapi-ts, and what gathers the
// calls by what they are about. Run: npm run client; `-- --check` writes nothing and fails where what is committed
// differs.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@hey-api/openapi-ts';
import { callsByResource } from './calls-by-resource.mjs';

const PLACE = 'libs/client/src/generated';
const isCheck = process.argv.includes('--check');
const made = join(mkdtempSync('libs/client/.made-'), 'generated');

const document = JSON.parse(readFileSync('openapi.json', 'utf8'));
// A call is answered as a whole: what has no end is read with `fetch`.
for (const [path, { get }] of Object.entries(document.paths))
  if (get?.responses['200']?.content?.['text/event-stream']) delete document.paths[path];

try {
  await createClient({
    input: document,
    logs: { level: 'silent', file: false },
    output: { path: made, importFileExtension: '.js', tsConfigPath: './tsconfig.json' },
    plugins: [
      '@hey-api/typescript',
      { name: '@hey-api/client-fetch', throwOnError: true },
      { name: '@hey-api/sdk', client: false, responseStyle: 'data' },
    ],
  });
  // Our own client sends the calls (client.ts): of the generated one only the types are needed.
  for (const unused of ['index.ts', 'client.gen.ts', 'client/client.gen.ts']) rmSync(join(made, unused));
  const index = join(made, 'client/index.ts');
  const exported = readFileSync(index, 'utf8').replace(/^export \{ createClient \} from .*\n/m, '');
  writeFileSync(index, exported);
  splitCalls(document);
  writeFileSync(join(made, 'resources.gen.ts'), resources(document));
  if (isCheck) compare();
  else {
    rmSync(PLACE, { recursive: true, force: true });
    renameSync(made, PLACE);
  }
} finally {
  rmSync(join(made, '..'), { recursive: true, force: true });
}

function compare() {
  const filesIn = (place) =>
    existsSync(place)
      ? readdirSync(place, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name).slice(place.length + 1))
          .sort()
      : [];
  const files = new Set([...filesIn(PLACE), ...filesIn(made)]);
  const textOf = (place, file) => (existsSync(join(place, file)) ? readFileSync(join(place, file), 'utf8') : undefined);
  const other = [...files].filter((file) => textOf(PLACE, file) !== textOf(made, file));
  if (other.length === 0) return;
  console.error(`${PLACE} is not what openapi.json says (${other.join(', ')}): run \`npm run client\``);
  process.exitCode = 1;
}

/** Writes the calls into a file for each thing that they are about: a page of a frontend loads those that it uses. */
function splitCalls({ paths }) {
  const ids = Object.values(paths).flatMap((item) => Object.values(item).map(({ operationId }) => operationId));
  const resourceOf = new Map(ids.map((id) => [camel(id), id.split('_')[0]]));
  const { options, files } = callsByResource(readFileSync(join(made, 'sdk.gen.ts'), 'utf8'), resourceOf);
  writeFileSync(join(made, 'options.gen.ts'), options);
  mkdirSync(join(made, 'sdk'));
  for (const [resource, text] of files) writeFileSync(join(made, 'sdk', `${resource}.gen.ts`), text);
  const exported = [...files.keys()].map((resource) => `export * from './sdk/${resource}.gen.js';\n`);
  writeFileSync(
    join(made, 'sdk.gen.ts'),
    `// Written by scripts/generate-client.mjs.\n\nexport type { Options } from './options.gen.js';\n${exported.join('')}`,
  );
}

/**
 * The calls by what they are about, `issues.list`, each with its type and its words; lists of pages also as iterators.
 */
function resources({ paths, components }) {
  const operations = Object.values(paths)
    .flatMap((item) => Object.values(item))
    // Where the browser of somebody goes, not a program.
    .filter(({ operationId, responses }) => !operationId.startsWith('pages_') && !('302' in responses));
  const groups = new Map();
  for (const operation of operations) {
    const [resource, name] = operation.operationId.split('_');
    groups.set(resource, [...(groups.get(resource) ?? []), { ...operation, name, call: camel(operation.operationId) }]);
  }
  const each = (text) => [...groups].map(([resource, calls]) => text(resource, calls)).join('\n');
  const types = operations.flatMap(({ operationId }) => [
    `${pascal(operationId)}Data`,
    `${pascal(operationId)}Responses`,
  ]);
  return `// Written by scripts/generate-client.mjs.

import * as calls from './sdk.gen.js';
import type {\n${types
    .sort()
    .map((type) => `  ${type},\n`)
    .join('')}} from './types.gen.js';
import type { All, Call } from '../call.js';

/** The service, by what its operations are about. */
export interface Curbcut {
${each((resource, calls) => `  ${resource}: {\n${calls.map((call) => members(call, components)).join('')}  };`)}
}

/** The generated call of each operation. */
export const CALLS = {
${each((resource, calls) => `  ${resource}: {\n${calls.map(({ name, call }) => `    ${name}: calls.${call},\n`).join('')}  },`)}
};

/** The lists of pages: the call, and where its answer has the records. */
export const LISTS = {
${each((resource, calls) => {
  const lists = calls.flatMap((call) => (listOf(call, components) ? [listOf(call, components)] : []));
  return `  ${resource}: {${lists.length > 0 ? `\n${lists.map(({ all, name, records }) => `    ${all}: ['${name}', '${records}'],\n`).join('')}  ` : ''}},`;
})}
} as const;
`;
}

function members(operation, components) {
  const { name, operationId, summary } = operation;
  const type = pascal(operationId);
  const list = listOf(operation, components);
  return (
    `    /** ${summary} */\n    ${name}: Call<${type}Data, ${type}Responses>;\n` +
    (list
      ? `    /** ${summary}: one after the other, page by page. */\n    ${list.all}: All<${type}Data, ${type}Responses, '${list.records}'>;\n`
      : '')
  );
}

/** How the list of an operation is gone through, where it has pages. */
function listOf({ name, parameters = [], responses }, components) {
  if (!parameters.some(({ $ref }) => $ref === '#/components/parameters/page')) return undefined;
  const { $ref } = responses['200'].content['application/json'].schema;
  const { properties } = components.schemas[$ref.split('/').at(-1)];
  const records = Object.keys(properties).find((property) => properties[property].type === 'array');
  const rest = name.replace(/^list/, '');
  return { all: `all${rest[0]?.toUpperCase() ?? ''}${rest.slice(1)}`, name, records };
}

function camel(id) {
  return id.replace(/_(.)/, (_, letter) => letter.toUpperCase());
}

function pascal(id) {
  return camel(id).replace(/^./, (letter) => letter.toUpperCase());
}
