import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { linesAt } from '../support/lines.js';
import { finding } from '../support/scans.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService();
const { shown, triage } = linesAt(service);

/** The scripts of the workflow in docs/tour.md: the report, and the gate of pull requests. */
const [REPORT, GATE] = [...readFileSync('docs/tour.md', 'utf8').matchAll(/^ +run: \|\n((?: {10}.*\n)+)/gm)].map(
  ([, script]) => script!,
);
const hasTools = ['bash', 'curl', 'jq'].every((tool) => spawnSync(tool, ['--version']).status === 0);

/** Runs a script in a folder as a runner would; its exit code and what it printed. */
async function shell(script: string, cwd: string, env: NodeJS.ProcessEnv): Promise<{ code: number; output: string }> {
  const child = spawn('bash', ['-eo', 'pipefail', '-c', script], { cwd, env });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number];
  return { code, output };
}

/** Runs the workflow with what a scanner has found; `number` is that of the pull request, or undefined for a push. */
async function workflow(
  w: World,
  rules: readonly string[],
  number?: number,
): Promise<{ code: number; output: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'curbcut-pipeline-'));
  try {
    writeFileSync(join(folder, 'findings.json'), JSON.stringify(rules.map((ruleId) => finding({ ruleId }))));
    const env = {
      PATH: process.env['PATH'],
      CURBCUT_URL: await service.app.getUrl(),
      CURBCUT_KEY: await w.key({ scopes: ['ingest'], productId: w.product.id }),
      PR_NUMBER: number === undefined ? '' : `${number}`,
      PR_URL: number === undefined ? '' : `https://github.com/example/shop/pull/${number}`,
      GITHUB_RUN_ID: `${process.hrtime.bigint()}`,
      GITHUB_RUN_ATTEMPT: '1',
      GITHUB_REF_NAME: 'main',
      GITHUB_SHA: 'c0ffee',
    };
    const reported = await shell(REPORT!, folder, env);
    if (reported.code !== 0 || number === undefined) return reported;
    return await shell(GATE!, folder, env);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

// Who has no curl or jq can copy the workflow all the same.
(hasTools ? describe : describe.skip)('the workflow of docs/tour.md', () => {
  test('is red for a pull request until what it brings is mended or judged, and names it', async () => {
    const w = await world(service);
    expect((await workflow(w, ['old'])).code).toBe(0);
    for (let push = 1; push <= 2; push += 1) {
      const { code, output } = await workflow(w, ['old', 'added', 'accepted'], 7);
      expect(code).toBe(1);
      expect(output.match(/^::error::.*$/gm)).toEqual([
        '::error::added: Images must have alternative text main > img',
        '::error::accepted: Images must have alternative text main > img',
      ]);
    }
    await triage(w, 'accepted', 'dismiss', { reason: 'accepted' });
    expect((await workflow(w, ['old', 'accepted'], 7)).code).toBe(0);
    expect((await workflow(w, ['old', 'accepted'])).code).toBe(0);
    expect(await shown(w)).toEqual({ old: 'pending', accepted: 'dismissed', added: 'proposed resolved' });
  });

  test('is red where the report is refused, and says why', async () => {
    const w = await world(service);
    await w.disable('testing');
    const { code, output } = await workflow(w, ['old']);
    expect(code).toBe(1);
    expect(output).toContain('module_disabled');
  });
});
