// Opens the page of every mail that has one in Chromium as mail programs show them, which load nothing and run nothing,
// at 320 and 1280 pixels, in both languages: axe-core finds no fault of WCAG 2.2 A and AA, and nothing reaches over the
// edge.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { lookByAxe, STANDARD } from '../axe.mjs';
import { startBrowser } from '../browser.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const POLICY = "default-src 'none'; style-src 'unsafe-inline'";
const VIEWS = [
  { name: '1280 pixels', width: 1280, scheme: 'light' },
  { name: '320 pixels, dark', width: 320, scheme: 'dark' },
];

const faults = [];
// Where packages are found from.
const folder = mkdtempSync(fileURLToPath(new URL('../../../node_modules/.mails-', import.meta.url)));
try {
  await look(await bundled());
} finally {
  rmSync(folder, { recursive: true, force: true });
}
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;

async function bundled() {
  const outfile = join(folder, 'mails.mjs');
  await build({
    entryPoints: [fileURLToPath(new URL('mails.mjs', import.meta.url))],
    ...{ bundle: true, platform: 'node', format: 'esm', conditions: ['source'], packages: 'external' },
    tsconfigRaw: { compilerOptions: { experimentalDecorators: true } },
    ...{ outfile, logLevel: 'error' },
  });
  const { MAILS } = await import(pathToFileURL(outfile).href);
  return MAILS;
}

async function look(mails) {
  const server = createServer(({ url }, response) => {
    const mail = mails[Number(url.slice(1))];
    if (!mail) return response.writeHead(404).end();
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': POLICY });
    return response.end(mail[2]);
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  const base = `http://127.0.0.1:${server.address().port}`;
  const browser = await startBrowser();
  let rules = 0;
  try {
    const { page } = browser;
    page.on('Network.requestWillBeSent', ({ request }) => {
      if (!request.url.startsWith(base)) faults.push(`loads ${request.url}`);
    });
    for (const domain of ['Network', 'Page']) await page.send(`${domain}.enable`);
    for (const [index, [name, language]] of mails.entries()) {
      await page.send('Page.navigate', { url: `${base}/${index}` });
      await page.until(`location.pathname === '/${index}' && document.readyState === 'complete'`);
      const isNamed = await page.evaluate(`document.documentElement.lang === '${language}' && document.title !== ''`);
      if (!isNamed) faults.push(`${name}, ${language}: it has not its language, or no title`);
      for (const view of VIEWS) rules += await lookAt(page, `${name}, ${language}, ${view.name}`, view);
    }
    console.log(`axe-core (WCAG 2.2 A and AA): ${mails.length} mails in ${VIEWS.length} views, ${rules} rules passed`);
  } finally {
    await browser.stop();
    server.close();
  }
}

async function lookAt(page, state, { width, scheme }) {
  const screen = { width, height: 900, deviceScaleFactor: 1, mobile: false };
  await page.send('Emulation.setDeviceMetricsOverride', screen);
  const features = [{ name: 'prefers-color-scheme', value: scheme }];
  await page.send('Emulation.setEmulatedMedia', { media: 'screen', features });
  const over = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
  if (over > 0) faults.push(`${state}: ${over} pixels reach over the edge`);
  return lookByAxe(page, state, faults, AXE, { runOnly: STANDARD });
}
