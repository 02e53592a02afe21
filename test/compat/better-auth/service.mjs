import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../support/free-port.mjs';

const MAIN = fileURLToPath(new URL('../../../dist/service/main.js', import.meta.url));

/** Starts the built service with these variables, on a database of its own unless `DATABASE_URL` names one; `stop` leaves nothing behind. */
export async function startService(variables = {}) {
  const { PATH = '', HOME = '', DATABASE_URL } = process.env;
  const dataDir = mkdtempSync(join(tmpdir(), 'curbcut-compat-'));
  const port = await freePort();
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH,
      HOME,
      PORT: String(port),
      DATA_DIR: dataDir,
      ...(DATABASE_URL ? { DATABASE_URL } : {}),
      SIGN_IN_LIMIT_PER_MINUTE: '0',
      RATE_LIMIT_PER_MINUTE: '0',
      ADDRESS_LIMIT_PER_MINUTE: '0',
      LOG_LEVEL: 'warn',
      ...variables,
    },
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  const stop = async () => {
    if (child.exitCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    rmSync(dataDir, { recursive: true, force: true });
  };

  const base = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 600; tries += 1) {
    if (child.exitCode !== null) break;
    if ((await fetch(`${base}/health/ready`).catch(() => undefined))?.ok) {
      return { base, stop, mailedLink: (email, subject) => mailedLink(join(dataDir, 'mail'), email, subject) };
    }
    await delay(100);
  }
  await stop();
  throw new Error(`the service did not get ready: ${output}`);
}

/** The query of the link in the latest mail to this address whose subject begins so. */
async function mailedLink(folder, email, subject) {
  for (let tries = 0; tries < 200; tries += 1) {
    const letters = existsSync(folder)
      ? readdirSync(folder)
          .sort()
          .reverse()
          .map((file) => readFileSync(join(folder, file), 'utf8'))
      : [];
    const letter = letters.find((text) => text.startsWith(`To: ${email}\nSubject: ${subject}`));
    if (letter) return Object.fromEntries(new URL(/^https?:\S+token=\S+$/m.exec(letter)[0]).searchParams);
    await delay(50);
  }
  throw new Error(`no mail to ${email}`);
}
