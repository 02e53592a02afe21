// Chromium, driven over its debugging protocol. CHROME_PATH names another browser than `chromium`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Starts a browser with one page, and further flags; `stop` leaves nothing behind. */
export async function startBrowser(more = []) {
  const profile = mkdtempSync(join(tmpdir(), 'curbcut-browser-'));
  const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--window-size=1280,1024', '--remote-debugging-port=0'];
  const browser = spawn(
    process.env['CHROME_PATH'] ?? 'chromium',
    [...flags, ...more, `--user-data-dir=${profile}`, 'about:blank'],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const stop = async () => {
    browser.kill();
    await once(browser, 'exit');
    // Processes of its own may still write for a moment.
    await rm(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  };
  try {
    return { page: await openPage(await debuggerOf(browser)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
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
