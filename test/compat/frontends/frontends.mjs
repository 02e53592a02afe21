// Runs each frontend of docs/examples in Chromium against the built service, with the settings that stand beside it:
// what a person does there must work, with cookies that no script sees. Third-party cookies are blocked, as browsers do.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startService } from '../better-auth/service.mjs';
import { startBrowser } from '../browser.mjs';

const EXAMPLES = new URL('../../../docs/examples/', import.meta.url);
const PROXY_PORT = 8080;
const WITHOUT_THIRD_PARTY_COOKIES = '--test-third-party-cookie-phaseout';

const settingsOf = (example) =>
  Object.fromEntries(
    readFileSync(new URL(`${example}/curbcut.env`, EXAMPLES), 'utf8')
      .split('\n')
      .filter((line) => line.includes('='))
      .map((line) => line.split(/=(.*)/).slice(0, 2)),
  );

/** A server for https on all hosts: the service for its own, for others the files of an example. */
async function serveHosts(example, serviceHost, base) {
  const folder = mkdtempSync(join(tmpdir(), 'curbcut-frontends-'));
  const [key, cert] = ['key.pem', 'cert.pem'].map((name) => join(folder, name));
  const subject = ['-subj', '/CN=example.org', '-days', '1'];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert, ...subject], {
    stdio: 'ignore',
  });
  const files = { '/': [`${example}/index.html`, 'text/html'], '/app.js': ['app.js', 'text/javascript'] };
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (asked, answer) => {
    if (asked.headers.host !== serviceHost) {
      const [file, type] = files[asked.url] ?? [];
      if (!file) return answer.writeHead(404).end();
      return answer.writeHead(200, { 'content-type': type }).end(readFileSync(new URL(file, EXAMPLES)));
    }
    const { method, url, headers } = asked;
    const sent = request(new URL(url, base), { method, headers }, (told) => {
      answer.writeHead(told.statusCode, told.headers);
      told.pipe(answer);
    });
    return asked.pipe(sent);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  rmSync(folder, { recursive: true });
  return {
    flags: [`--host-resolver-rules=MAP *:443 127.0.0.1:${server.address().port}`, '--ignore-certificate-errors'],
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The proxy of the example on the same origin. */
async function startProxy(base) {
  const path = fileURLToPath(new URL('same-origin/proxy.mjs', EXAMPLES));
  const proxy = spawn(process.execPath, [path, base], { env: { ...process.env, PORT: String(PROXY_PORT) } });
  await once(proxy.stdout, 'data');
  return { flags: [], stop: () => proxy.kill() };
}

/** What a person does there; the result is what the page told at each step. */
async function use(page, origin, example) {
  const status = `document.querySelector('[role=status]').textContent`;
  const told = async (pattern) => {
    await page.until(`${pattern}.test(${status})`);
    return page.evaluate(status);
  };
  const open = async () => {
    await page.send('Page.navigate', { url: `${origin}/` });
    await page.until(`location.origin === ${JSON.stringify(origin)} && document.readyState === 'complete'`);
    return told(/Signed/);
  };
  const fill = (values) =>
    page.evaluate(
      `Object.entries(${JSON.stringify(values)}).forEach(([name, value]) => (document.forms.person[name].value = value))`,
    );
  const press = (value) => page.evaluate(`${status} = ''; document.querySelector('button[value=${value}]').click()`);
  const person = { name: 'Ada', email: `${example}@example.org`, password: 'a long password' };

  const steps = [await open()];
  await fill(person);
  await press('up');
  steps.push(await told(/Signed|:/));
  await page.send('Page.reload');
  await page.until(`document.readyState === 'complete'`);
  steps.push(await open());
  await fill({ ...person, organization: 'Acme' });
  await press('make');
  steps.push(await told(/Signed|:/));
  const seen = await page.evaluate(`document.cookie + JSON.stringify(localStorage) + JSON.stringify(sessionStorage)`);
  if (seen !== '{}{}') throw new Error(`${example}: scripts see ${seen}`);
  await press('out');
  steps.push(await told(/Signed|:/));
  steps.push(await open());
  return steps;
}

async function run(example, over = {}) {
  const settings = { ...settingsOf(example), ...over };
  const service = await startService({ ...settings, TRUST_PROXY: '1' });
  const isProxied = example === 'same-origin';
  const origin = isProxied ? settings.PUBLIC_URL : settings.CORS_ORIGINS;
  const hosts = isProxied
    ? await startProxy(service.base)
    : await serveHosts(example, new URL(settings.PUBLIC_URL).host, service.base);
  const browser = await startBrowser([...hosts.flags, WITHOUT_THIRD_PARTY_COOKIES]);
  try {
    await browser.page.send('Page.enable');
    return await use(browser.page, origin, example);
  } finally {
    await browser.stop();
    hosts.stop();
    await service.stop();
  }
}

const WORKS = [
  'Signed out',
  'Signed in as Ada',
  'Signed in as Ada',
  'Signed in as Ada, Acme',
  'Signed out',
  'Signed out',
];
let failures = 0;
for (const example of process.argv.length > 2 ? process.argv.slice(2) : ['same-origin', 'same-site', 'other-site']) {
  const steps = await run(example);
  const holds = JSON.stringify(steps) === JSON.stringify(WORKS);
  console.log(`${holds ? 'ok' : 'FAILED'} ${example}: ${steps.join(' | ')}`);
  failures += Number(!holds);
}
// What the setting is for: without it the browser keeps no cookie for a frontend of another site.
const without = await run('other-site', { SESSION_SAME_SITE: 'lax' }).catch((error) => [error.message]);
const isRefused = !without.some((step) => step.includes('Signed in'));
console.log(`${isRefused ? 'ok' : 'FAILED'} other-site without SESSION_SAME_SITE: ${without.join(' | ')}`);
process.exitCode = failures + Number(!isRefused) > 0 ? 1 : 0;
