import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildSync } from 'esbuild';

let folder: string;

/** The packed client, installed in a folder that has nothing else. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'curbcut-client-'));
  const [{ filename, files }] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--silent', '--pack-destination', folder], {
      cwd: 'libs/client',
      encoding: 'utf8',
    }).replace(/^[^[]*/, ''),
  ) as [{ filename: string; files: { path: string }[] }];
  expect(files.filter(({ path }) => !/^(dist\/.+\.(js|d\.ts)|package\.json|README\.md)$/.test(path))).toEqual([]);
  const place = join(folder, 'node_modules/@curbcut/client');
  mkdirSync(place, { recursive: true });
  execFileSync('tar', ['-xzf', join(folder, filename), '--strip-components=1', '-C', place]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the generated client is what openapi.json says; if not, run `npm run client`', () => {
  execFileSync(process.execPath, ['scripts/generate-client.mjs', '--check'], { stdio: ['ignore', 'ignore', 'pipe'] });
});

test('who uses the packed client compiles with the strictest settings, and is told of what cannot be', () => {
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'main.ts'), PROGRAM);
  const strict = [
    'strict',
    'exactOptionalPropertyTypes',
    'verbatimModuleSyntax',
    'noUncheckedIndexedAccess',
    'isolatedModules',
  ];
  const compiler = resolve('node_modules/typescript-7/bin/tsc');
  const settings = [
    ...strict.map((name) => `--${name}`),
    '--skipLibCheck',
    'false',
    '--module',
    'nodenext',
    '--target',
    'es2022',
  ];
  const compiled = () =>
    execFileSync(process.execPath, [compiler, ...settings, '--types', '', '--noEmit', 'main.ts'], {
      cwd: folder,
      encoding: 'utf8',
    });
  expect(compiled()).toBe('');
});

const PROGRAM = `
import { createCurbcut, CurbcutError, type Issue, type WebhookMessage, verifyWebhook } from '@curbcut/client';

const curbcut = createCurbcut({ baseUrl: 'https://curbcut.example', apiKey: 'svc_x' });
const place = { orgId: '01a2', productSlug: 'web-shop' };

export async function titles(signal: AbortSignal): Promise<string[]> {
  const { issues, total } = await curbcut.issues.list({ ...place, state: ['open'], severity: ['low', 'high'], signal });
  const first: Issue | undefined = issues[0];
  const count: number | null = total;
  const all: string[] = [first?.title ?? String(count)];
  for await (const { title, severity } of curbcut.issues.all({ ...place, sortField: 'priority' })) all.push(title, severity ?? 'none');
  return all;
}

export async function report(): Promise<number> {
  const { introduced } = await curbcut.ingest.report({
    body: { type: 'automated_scan', tool: 'axe-core', coverage: 'complete', findings: [{ title: 'x', severity: 'high', ruleId: 'y' }] },
    dryRun: true,
  });
  const { issue } = await curbcut.issues.update({ ...place, issueNumber: 7, ifMatch: '"1"', body: { state: 'closed' } });
  const nothing: void = await curbcut.issues.delete({ ...place, issueNumber: issue.number });
  const letter: 'A' | 'B' | 'C' | 'D' | 'E' | null = (await curbcut.products.read(place)).product.grade?.letter ?? null;
  return letter ? introduced.count : Number(nothing);
}

export async function told(request: Request, secret: string): Promise<string> {
  const message: WebhookMessage = await verifyWebhook(await request.text(), request.headers, secret);
  return message.type === 'findings.raised' ? message.data.findingIds.join() : message.type;
}

export const codeOf = (error: unknown): string | undefined => (error instanceof CurbcutError ? error.code : undefined);

// @ts-expect-error a product is named
void curbcut.issues.list({ orgId: '01a2' });
// @ts-expect-error no such state
void curbcut.issues.list({ ...place, state: ['opened'] });
// @ts-expect-error one of both
createCurbcut({ baseUrl: '', token: 'x', apiKey: 'y' });
// @ts-expect-error a scan has a type
void curbcut.ingest.report({ body: {} });
`;

test('two calls and what sends them have less than 5 kB, compressed', () => {
  const contents = `
    import { createClient, gradeRead, issuesList } from '@curbcut/client';
    const client = createClient({ baseUrl: location.origin, token: 'x' });
    const path = { orgId: '01a2', productSlug: 'web-shop' };
    console.log(await issuesList({ client, path }), await gradeRead({ client, path }));`;
  const { outputFiles } = buildSync({
    stdin: { contents, resolveDir: folder },
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
  });
  expect(gzipSync(outputFiles[0]!.contents).length).toBeLessThan(5_000);
  expect(outputFiles[0]!.text).not.toContain('/v1/functional-needs');
});
