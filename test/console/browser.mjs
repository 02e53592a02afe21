// Which Chromium the tests of the console drive: CHROME_PATH, one that is installed, or the one in the lock of this
// folder.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const INSTALLED = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** The path of the program; undefined where there is none. */
export async function browserPath() {
  const named = process.env['CHROME_PATH'];
  if (named) return named;
  for (const name of INSTALLED) {
    try {
      return execFileSync('which', [name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
    } catch {
      // The next name.
    }
  }
  const own = new URL('node_modules/@sparticuz/chromium/build/esm/index.js', import.meta.url);
  if (!existsSync(own)) return undefined;
  /** @type {{ default: { executablePath(): Promise<string> } }} */
  const { default: chromium } = await import(own.href);
  return chromium.executablePath();
}
