import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { axeReport, emptyFolder, runCli } from '../support/cli.js';
import { allNew, fakeIngest } from '../support/fake-ingest.js';

const folder = emptyFolder();
afterAll(() => rmSync(folder, { recursive: true }));

test('a service that answers nothing within half of --timeout is asked again', async () => {
  writeFileSync(join(folder, 'axe.json'), axeReport(['alt']));
  const { url, taken, close } = await fakeIngest([() => undefined, allNew(0)]);
  const env = { CURBCUT_URL: url, CURBCUT_API_KEY: 'svc_x', CURBCUT_PRODUCT: 'shop' };
  const { code, err } = await runCli(['upload', 'axe.json', '--timeout', '4'], { cwd: folder, env });
  expect([code, taken.length, err]).toEqual([0, 2, expect.stringContaining('did not answer within 2 s; retrying')]);
  await close();
});
