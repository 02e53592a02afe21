// Runs axe-core on /docs of the built service in Chromium, as the page opens and with operations and the dialog open, and fails where it finds
// a fault or the page loads anything from elsewhere. CHROME_PATH names another browser than `chromium`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService } from '../better-auth/service.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const SEVERAL = 3;

const { base, stop } = await startService();
const profile = mkdtempSync(join(tmpdir(), 'curbcut-docs-'));
const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--window-size=1280,1024', '--remote-debugging-port=0'];
const browser = spawn(
  process.env['CHROME_PATH'] ?? 'chromium',
  [...flags, `--user-data-dir=${profile}`, 'about:blank'],
  {
    stdio: ['ignore', 'ignore', 'pipe'],
  },
);
try {
  const page = await openPage(await debuggerOf(browser));
  const foreign = [];
  page.on('Network.requestWillBeSent', ({ request }) => {
    if (!/^(data|blob):/.test(request.url) && !request.url.startsWith(base)) foreign.push(request.url);
  });
  await page.send('Network.enable');
  await page.send('Page.enable');
  await page.send('Page.setBypassCSP', { enabled: true });
  await page.send('Page.navigate', { url: `${base}/docs` });
  await page.until(`document.querySelectorAll('.opblock').length >= ${SEVERAL}`);
  const faults = [...(await faultsOf(page, 'the page as it opens'))];
  // Swagger UI draws what is near the window.
  await page.evaluate(
    `[...document.querySelectorAll('.opblock-summary-control')].slice(0, ${SEVERAL}).forEach((control) => control.click())`,
  );
  await page.until(`document.querySelectorAll('.opblock.is-open .responses-table').length >= ${SEVERAL}`);
  faults.push(...(await faultsOf(page, 'operations that are open')));
  await page.evaluate(
    `[...document.querySelectorAll('.opblock.is-open .try-out__btn')].forEach((button) => button.click())`,
  );
  faults.push(...(await faultsOf(page, 'operations that are tried out')));
  if (!(await page.evaluate(`document.querySelectorAll('.curbcut-samples pre').length >= ${SEVERAL}`)))
    faults.push('no examples beside the operations');
  await page.evaluate(`document.querySelector('.btn.authorize').click()`);
  faults.push(...(await faultsOf(page, 'the dialog of credentials')));
  await page.evaluate(`document.querySelector('.close-modal').click()`);
  for (const part of [0.3, 0.6, 0.9, 1]) {
    await page.evaluate(`window.scrollTo(0, document.body.scrollHeight * ${part})`);
    await new Promise((drawn) => setTimeout(drawn, 1000));
    faults.push(...(await faultsOf(page, `the page at ${part * 100} %`)));
  }
  for (const url of new Set(foreign)) faults.push(`loads ${url}`);
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
  else console.log(`axe-core finds no fault in ${base}/docs`);
} finally {
  browser.kill();
  await once(browser, 'exit');
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  await stop();
}

async function faultsOf(page, state) {
  const { violations, passes } = await page.evaluate(`${AXE};
    axe.run(document, { resultTypes: ['violations'] }).then(({ violations, passes }) => ({
      passes: passes.length,
      violations: violations.map(({ id, help, nodes }) => ({ id, help, count: nodes.length, targets: nodes.slice(0, 4).map((node) => node.target.join(' ') + ' ' + node.html.slice(0, 160)) })),
    }))`);
  if (passes === 0) throw new Error(`axe-core looked at nothing: ${state}`);
  return violations.map(
    ({ id, help, count, targets }) => `${state}: ${id} (${help}), ${count} times:\n  ${targets.join('\n  ')}`,
  );
}

/** The address at which a browser takes orders; it writes it when it is ready. */
async function debuggerOf({ stderr }) {
  let said = '';
  for await (const chunk of stderr) {
    said += String(chunk);
    const address = /ws:\/\/\S+/.exec(said)?.[0];
    if (address) return address;
  }
  throw new Error(`The browser did not start: ${said}`);
}

/** A page in the browser, over its debugging protocol. */
async function openPage(address) {
  const socket = new WebSocket(address);
  await new Promise((opened, failed) => {
    socket.addEventListener('open', opened);
    socket.addEventListener('error', failed);
  });
  const waiting = new Map();
  const listeners = new Map();
  let last = 0;
  let sessionId;
  socket.addEventListener('message', ({ data }) => {
    const { id, method, params, result, error } = JSON.parse(String(data));
    if (method) listeners.get(method)?.(params);
    const { answered, failed } = waiting.get(id) ?? {};
    if (error) failed?.(new Error(error.message));
    else answered?.(result);
  });
  const send = (method, params = {}) =>
    new Promise((answered, failed) => {
      waiting.set(++last, { answered, failed });
      socket.send(JSON.stringify({ id: last, method, params, sessionId }));
    });
  const { targetId } = await send('Target.createTarget', { url: 'about:blank' });
  ({ sessionId } = await send('Target.attachToTarget', { targetId, flatten: true }));
  const evaluate = async (expression) => {
    const { result, exceptionDetails } = await send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  };
  const until = async (expression) => {
    for (
      const end = Date.now() + 60_000;
      !(await evaluate(expression));
      await new Promise((wait) => setTimeout(wait, 100))
    )
      if (Date.now() > end) throw new Error(`This does not become true: ${expression}`);
  };
  return { send, evaluate, until, on: (event, listener) => listeners.set(event, listener) };
}
