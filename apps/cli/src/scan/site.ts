import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, existsSync, realpathSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { extname, join, resolve, sep } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { NoAnswer, send } from '../delivery/http.js';
import { LocalFault } from '../faults.js';
import { withoutSecrets } from '../printable.js';

/** A site that is there for the time of a scan; `base` is its address. */
export interface Site {
  base: string;
  close(): Promise<void>;
}

const TYPES: Readonly<Record<string, string>> = {
  ...{ html: 'text/html', css: 'text/css', js: 'text/javascript', mjs: 'text/javascript', json: 'application/json' },
  ...{ svg: 'image/svg+xml', png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg', gif: 'image/gif' },
  ...{ webp: 'image/webp', avif: 'image/avif', ico: 'image/x-icon', woff2: 'font/woff2', woff: 'font/woff' },
  ...{ txt: 'text/plain', xml: 'application/xml', wasm: 'application/wasm', webmanifest: 'application/manifest+json' },
};

// The same each time if it is free, so that a run that is repeated says the same.
const PORT = 47_821;

async function listen(server: Server, port: number): Promise<void> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
}

/**
 * Serves the files of a folder on this machine alone: `/a` is `a`, `a.html` or `a/index.html`.
 * @throws LocalFault where there is no such folder
 */
export async function serve(folder: string): Promise<Site> {
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    throw new LocalFault(`--serve: the folder ${folder} does not exist.`);
  const root = realpathSync(folder);
  const server: Server = createServer((request, response) => {
    const file = fileOf(root, request.url ?? '/');
    if (file === undefined) return void response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found.');
    const type = TYPES[extname(file).slice(1).toLowerCase()] ?? 'application/octet-stream';
    response.writeHead(200, { 'content-type': type.startsWith('text/') ? `${type}; charset=utf-8` : type });
    return void createReadStream(file)
      .on('error', () => response.destroy())
      .pipe(response);
  });
  await listen(server, PORT).catch(() => listen(server, 0));
  const { port } = server.address() as { port: number };
  return {
    base: `http://127.0.0.1:${port}/`,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

function fileOf(root: string, address: string): string | undefined {
  let path: string;
  try {
    path = decodeURIComponent(new URL(address, 'http://site').pathname);
  } catch {
    return undefined;
  }
  const place = resolve(root, `.${path}`);
  const found = [place, `${place}.html`, join(place, 'index.html')].find(
    (file) => !file.includes('\0') && existsSync(file) && statSync(file).isFile(),
  );
  return found !== undefined && realpathSync(found).startsWith(`${root}${sep}`) ? found : undefined;
}

const POLL_INTERVAL = 300;

/**
 * Runs a command in a shell, without what is secret to us, until the site at an address answers with less than 500;
 * without a command only waits for that.
 * @throws LocalFault where the command ends before, or nothing answers in time
 */
export async function start(command: string | undefined, ready: string, timeout: number): Promise<Site> {
  const running = command === undefined ? undefined : run(command);
  const end = Date.now() + timeout;
  let last = '';
  try {
    while (Date.now() < end) {
      if (running?.hasEnded()) throw new LocalFault(`"${command}" has ended (${running.tail() || 'no output'}).`);
      const answer = await send({ method: 'GET', url: ready, timeout: 5_000 }).catch((error: unknown) => {
        if (error instanceof NoAnswer) return error;
        throw error;
      });
      if (!(answer instanceof NoAnswer) && answer.status < 500)
        return { base: ready, close: () => running?.close() ?? Promise.resolve() };
      last = answer instanceof NoAnswer ? answer.message : `it answered ${answer.status}`;
      await delay(POLL_INTERVAL);
    }
    throw new LocalFault(`${ready} was not ready within ${timeout / 1000} s: ${last}.`);
  } catch (error) {
    await running?.close();
    throw error;
  }
}

function run(command: string) {
  const env = withoutSecrets(process.env);
  // A group of its own, so that what a shell or npm starts ends with it.
  const child = spawn(command, {
    shell: true,
    detached: process.platform !== 'win32',
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const keep = (chunk: Buffer): void => void (output = `${output}${chunk.toString()}`.slice(-1_000));
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  let isOver = false;
  const over = new Promise<void>((done) => child.once('close', done).once('error', done)).then(
    () => void (isOver = true),
  );
  const stop = (): void => void (kill(child, 'SIGKILL'), process.exit(130));
  process.once('SIGINT', stop).once('SIGTERM', stop);
  return {
    hasEnded: () => isOver,
    tail: () => output.trim().split('\n').slice(-3).join(' '),
    async close() {
      process.off('SIGINT', stop).off('SIGTERM', stop);
      kill(child, 'SIGTERM');
      await Promise.race([over, delay(3_000, undefined, { ref: false })]);
      kill(child, 'SIGKILL');
    },
  };
}

function kill(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') spawn('taskkill', ['/pid', `${child.pid}`, '/t', '/f'], { stdio: 'ignore' });
    else process.kill(-child.pid, signal);
  } catch {
    // It has gone.
  }
}
