import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BuiltService, runBuilt, startBuilt, stopAllBuilt, stopBuilt } from '../support/built-service.js';
import { TestCollector } from '../support/collector.js';
import { eventually } from '../support/eventually.js';
import { embeddedFolder, stopEmbedded } from '../support/embedded.js';
import { JSON_TYPE, openConnection, requestHead } from '../support/raw-connection.js';

jest.setTimeout(120_000);

const dataDir = embeddedFolder('system');

const start = (environment: Record<string, string> = {}): Promise<BuiltService> =>
  startBuilt({ DATA_DIR: dataDir, ...environment });

afterAll(async () => {
  await stopAllBuilt();
  await stopEmbedded(dataDir);
});

test('the main job: the demo goes from the first account to a Grade, also after the service was killed', async () => {
  const first = await start({ WEBHOOKS_ALLOW_PRIVATE: 'true' });
  const demo = async (base: string): Promise<string> => {
    const { child, output } = runBuilt('dist/apps/demo/src/main.js', { CURBCUT_URL: base });
    await once(child, 'close');
    expect([child.exitCode, output()]).toEqual([0, expect.stringContaining('The Grade of the Mobile App: A')]);
    return output();
  };
  const told = await demo(first.base);
  expect(told).toMatch(
    /axe-core\.json: 3 findings, 3 new[\s\S]*became issue 1[\s\S]*The Grade of the Web Shop: D[^\n]*\n {2}because of blocking_issues: at best D \(1, issue 1\)[\s\S]*still dismissed[\s\S]*1 regression[\s\S]*findings are gone, "menu" is confirmed again[\s\S]*signature is verified/,
  );
  expect(told).toMatch(
    /first push: red[\s\S]*second push[^\n]*: red[\s\S]*mended[^\n]*: green[\s\S]*merged: "captcha" has landed[^\n]*"carousel" is resolved[\s\S]*"contrast"[^\n]* is gone/,
  );

  expect(told).toMatch(
    /85 verdicts; what is missing: verdict_missing at 1\.4\.3[\s\S]*public address is http\S+\/public\/conformance\/[\w-]{43}/,
  );

  const [address] = /\/public\/conformance\/[\w-]{43}/.exec(told)!;
  // The bundle leaves out the package that writes YAML.
  expect(await (await fetch(`${first.base}${address}.yaml`)).text()).toMatch(/^title: /);

  await stopBuilt(first, 'SIGKILL');
  const second = await start();
  expect(await demo(second.base)).toContain('created the organization example-agency-2');
  expect(await stopBuilt(second)).toBe(0);
});

test('a faulty configuration is named whole, and the service does not start', async () => {
  const { child, output } = runBuilt('dist/service/main.js', {
    PORT: 'eighty',
    SIGN_UP: 'maybe',
    DATA_DIR: dataDir,
  });
  await once(child, 'close');
  expect(child.exitCode).toBe(1);
  expect(output()).toMatch(/PORT:[\s\S]*SIGN_UP:/);
});

test('requests under way are answered before a stop, their traces are sent, and the exit code is 0', async () => {
  const collector = await TestCollector.start();
  const service = await start({ LOG_LEVEL: 'warn', OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint });
  // Of many accounts: failures with one of them are counted.
  const clients = await Promise.all(
    Array.from({ length: 20 }, (_, turn) =>
      signInUnderWay(service, { email: `nobody-${turn}@example.org`, password: 'password' }),
    ),
  );
  for (const { send } of clients) send();
  const code = stopBuilt(service);
  const statuses = await Promise.all(clients.map(({ answer }) => answer()));
  expect(new Set(statuses)).toEqual(new Set(['401']));
  const ended = { code: await code, output: service.output() };
  expect(ended).toEqual({ ...ended, code: 0 });
  expect(collector.spans.filter(({ name }) => name === 'POST /api/auth/sign-in/email')).toHaveLength(clients.length);
  await collector.stop();
});

test('a client that was served late and keeps its connection open does not hold up the stop', async () => {
  const service = await start({ LOG_LEVEL: 'warn' });
  const client = await signInUnderWay(service, { email: 'nobody@example.org', password: 'password' });
  const code = stopBuilt(service);
  // Later than new requests are still taken.
  await eventually(() =>
    fetch(`${service.base}/health/live`).then(
      () => false,
      () => true,
    ),
  );
  client.send();
  expect(await client.answer()).toBe('401');
  // Who had to be cut off would make it another one.
  expect(await code).toBe(0);
  client.socket.destroy();
});

/** Asks to sign in, up to the moment at which the service wants the body. */
async function signInUnderWay(service: BuiltService, person: { email: string; password: string }) {
  const body = JSON.stringify(person);
  const { socket, received } = openConnection(service);
  const asked = { ...JSON_TYPE, Expect: '100-continue', 'Content-Length': body.length };
  socket.write(requestHead('POST', '/api/auth/sign-in/email', asked));
  await eventually(() => received().startsWith('HTTP/1.1 100 '));
  return {
    socket,
    send: () => void socket.write(body),
    answer: () =>
      eventually(
        () => /HTTP\/1\.1 ([2-5]\d\d) /.exec(received())?.[1] ?? '',
        (status) => status !== '',
      ),
  };
}

test('the log has one line a request, with its id and without secrets', async () => {
  const service = await start();
  const response = await fetch(`${service.base}/v1/functional-needs?token=in-the-query`, {
    headers: { authorization: 'Bearer very-secret-token' },
  });
  expect(response.status).toBe(401);
  const told = (): string[] =>
    service
      .output()
      .split('\n')
      .slice(0, -1)
      .filter((line) => line.includes(response.headers.get('x-request-id')!));
  await eventually(told, ({ length }) => length > 0);
  expect(await stopBuilt(service)).toBe(0);
  const lines = told();
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0]!)).toMatchObject({
    req: { method: 'GET', path: '/v1/functional-needs' },
    res: { status: 401 },
  });
  expect(service.output()).not.toMatch(/very-secret-token|in-the-query/);
});

test('an embedded database that dies is started again', async () => {
  const service = await start({ LOG_LEVEL: 'error' });
  process.kill(Number(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0]), 'SIGQUIT');
  await eventually(() => service.output().includes('the embedded PostgreSQL responds again'));
  await eventually(async () => (await fetch(`${service.base}/health/ready`)).ok);
  expect(await stopBuilt(service)).toBe(0);
});
