// Opens every page of reports and statements in Chromium under the policy that they are served with, at 320 and 1280
// pixels, light, dark and in print, and prints the reports: axe-core finds no fault of WCAG 2.2 AA, nothing reaches
// over the edge, nothing is loaded from elsewhere; html-validate and, where there is Java, the Nu HTML Checker find
// them valid. SCREENSHOTS names a folder for pictures to look at.
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { HtmlValidate } from 'html-validate';
import { lookByAxe, STANDARD } from '../axe.mjs';
import { startBrowser } from '../browser.mjs';
import { printFaults } from './check-print.mjs';

const require = createRequire(import.meta.url);
const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const VIEWS = [
  // axe-core takes seconds for a long page: it looks at each in one view, in another for each language.
  { name: '1280 pixels', width: 1280, media: [], axe: 'en' },
  { name: '320 pixels, dark', width: 320, media: [{ name: 'prefers-color-scheme', value: 'dark' }], axe: 'fr' },
  { name: 'print', width: 794, media: [], print: true },
];

/** So tall that pictures show much of a page. */
const VIEW_HEIGHT = 1600;

const folder = mkdtempSync(join(tmpdir(), 'curbcut-pages-'));
const pictures = process.env['SCREENSHOTS'];
const faults = [];
try {
  const { PAGES, BADGES, PAGE_POLICY } = await bundled();
  await validate(PAGES);
  await look(PAGES, PAGE_POLICY);
  lookAtBadges(BADGES);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;

async function bundled() {
  const outfile = join(folder, 'pages.mjs');
  const entry = fileURLToPath(new URL('pages.mjs', import.meta.url));
  await build({
    entryPoints: [entry],
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['source'],
    outfile,
    logLevel: 'error',
  });
  return import(pathToFileURL(outfile).href);
}

async function validate(pages) {
  const validator = new HtmlValidate({ root: true, extends: ['html-validate:standard'] });
  let messages = 0;
  for (const [name, text] of pages) {
    const { results } = await validator.validateString(text);
    for (const { ruleId, message, line } of results.flatMap((result) => result.messages)) {
      messages += 1;
      faults.push(`${name}: html-validate, line ${line}: ${message} (${ruleId})`);
    }
  }
  console.log(`html-validate (standard): ${pages.length} pages, ${messages} messages`);
  if (!hasJava()) return void console.log('The Nu HTML Checker is left out: there is no Java.');
  // The pages in both languages have the same elements.
  const checked = process.env['PROOF'] === 'full' ? pages : pages.slice(0, pages.length / 2);
  const files = checked.map(([, text], index) => {
    const file = join(folder, `${index}.html`);
    writeFileSync(file, text);
    return file;
  });
  const started = performance.now();
  const { stdout } = await promisify(execFile)(
    'java',
    [
      '-jar',
      require.resolve('vnu-jar/build/dist/vnu.jar'),
      '--format',
      'json',
      '--stdout',
      '--exit-zero-always',
      ...files,
    ],
    { maxBuffer: 2 ** 26 },
  );
  const found = JSON.parse(stdout).messages;
  for (const { url, lastLine, type, message } of found) {
    const [name] = checked[Number(/(\d+)\.html$/.exec(url)[1])];
    faults.push(`${name}: vnu, line ${lastLine}: ${type}: ${message}`);
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`Nu HTML Checker: ${checked.length} pages, ${found.length} messages, ${seconds} s`);
}

function hasJava() {
  try {
    execFileSync('java', ['-version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

async function look(pages, policy) {
  const server = createServer(({ url }, response) => {
    const page = pages[Number(url.slice(1))];
    if (!page) return response.writeHead(404).end();
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy });
    return response.end(page[1]);
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
    page.on('Log.entryAdded', ({ entry }) => {
      if (entry.level === 'error' && !entry.url?.endsWith('favicon.ico'))
        faults.push(`the browser says: ${entry.text}`);
    });
    for (const domain of ['Network', 'Page', 'Log']) await page.send(`${domain}.enable`);
    let printed = 0;
    for (const [index, [name, text]] of pages.entries()) {
      await page.send('Page.navigate', { url: `${base}/${index}` });
      await page.until(`location.pathname === '/${index}' && document.readyState === 'complete'`);
      for (const view of VIEWS) rules += await lookAt(page, name, view);
      if (!text.includes('<table class="requirements">')) continue;
      printed += 1;
      for (const fault of await printFaults(page, text, folder)) faults.push(`${name}: ${fault}`);
    }
    if (printed === 0) throw new Error('no report was printed');
    console.log(`pdfinfo -struct: ${printed} printed reports have the headings, tables and links of their pages`);
    console.log(`axe-core (WCAG 2.2 A and AA): ${pages.length} pages, ${rules} rules passed`);
  } finally {
    await browser.stop();
    server.close();
  }
}

async function lookAt(page, name, { name: viewName, width, media, print, axe }) {
  const state = `${name}, ${viewName}`;
  await page.send('Emulation.setDeviceMetricsOverride', {
    width,
    height: VIEW_HEIGHT,
    deviceScaleFactor: 1,
    mobile: false,
  });
  await page.send('Emulation.setEmulatedMedia', { media: print ? 'print' : 'screen', features: media });
  const { over, styled } = await page.evaluate(`({
    over: document.documentElement.scrollWidth - window.innerWidth,
    styled: getComputedStyle(document.querySelector('h1')).lineHeight !== 'normal',
  })`);
  if (over > 0) faults.push(`${state}: ${over} pixels reach over the edge`);
  if (!styled) faults.push(`${state}: the policy keeps the page from its style`);
  // The browser does not answer when asked for a picture of print.
  if (pictures && !print) await picture(page, state);
  if (!axe || !name.endsWith(axe)) return 0;
  return lookByAxe(page, state, faults, AXE, { selectors: false, iframes: false, runOnly: STANDARD });
}

async function picture(page, state) {
  mkdirSync(pictures, { recursive: true });
  const { data } = await page.send('Page.captureScreenshot', { format: 'png' });
  writeFileSync(join(pictures, `${state.replace(/[^\w]+/g, '-')}.png`), Buffer.from(data, 'base64'));
}

/** Each picture has a title, and white text on grounds with a contrast of 4.5 to 1. */
function lookAtBadges(badges) {
  for (const svg of badges) {
    if (!/<title>[^<]{10,}<\/title>/.test(svg)) faults.push('a badge has no title');
    for (const [, ground] of svg.matchAll(/<rect[^>]*fill="#([0-9a-f]{6})"/g)) {
      const ratio = 1.05 / (luminance(ground) + 0.05);
      if (ratio < 4.5) faults.push(`a badge has white on #${ground}: ${ratio.toFixed(2)} to 1`);
    }
  }
  console.log(`${badges.length} badges have a title and a contrast of at least 4.5 to 1`);
}

function luminance(hex) {
  const [r, g, b] = [0, 2, 4].map((at) => {
    const part = parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
