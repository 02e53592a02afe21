// Writes into `made` what each of the five generators makes of openapi.json, as its own documentation has it begin.
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createClient } from '@hey-api/openapi-ts';
import { generate } from 'orval';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const DOCUMENT = here('../../../openapi.json');
const run = (program, ...given) =>
  execFileSync(here(`node_modules/.bin/${program}`), given, { stdio: ['ignore', 'ignore', 'inherit'] });

rmSync(here('made'), { recursive: true, force: true });
run('openapi-typescript', DOCUMENT, '-o', here('made/openapi-typescript.d.ts'));
run('oazapfts', DOCUMENT, here('made/oazapfts.ts'));
run('swagger-typescript-api', 'generate', '--path', DOCUMENT, '--output', here('made'), '--name', 'swagger.ts');
// It asks the compiler to look away, which we do not.
const swagger = here('made/swagger.ts');
writeFileSync(swagger, readFileSync(swagger, 'utf8').replace(/^\/\/ @ts-nocheck$/m, ''));
await createClient({
  input: DOCUMENT,
  logs: { level: 'silent', file: false },
  output: { path: here('made/hey-api'), importFileExtension: '.js', tsConfigPath: null },
  plugins: ['@hey-api/client-fetch', '@tanstack/react-query'],
});
await generate({
  input: { target: DOCUMENT },
  output: {
    target: here('made/orval.ts'),
    mode: 'single',
    client: 'fetch',
    headers: true,
    override: { mutator: { path: here('orval-fetch.ts'), name: 'orvalFetch', extension: '.js' } },
  },
});
