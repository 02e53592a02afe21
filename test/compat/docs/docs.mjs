// Runs axe-core on /docs of the built service in Chromium, as the page opens and with operations and the dialog open,
// and fails where it finds a fault or the page loads anything from elsewhere. CHROME_PATH names another browser than
// `chromium`.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { startService } from '../better-auth/service.mjs';
import { startBrowser } from '../browser.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const SEVERAL = 3;

const { base, stop } = await startService();
const browser = await startBrowser();
try {
  const { page } = browser;
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
  const { paths } = await (await fetch(`${base}/openapi.json`)).json();
  const ids = Object.values(paths).flatMap((verbs) =>
    Object.values(verbs).flatMap(({ operationId }) => operationId ?? []),
  );
  const text = await page.evaluate(`document.body.textContent`);
  for (const id of ids) if (!text.includes(`(${id})`)) faults.push(`${id} is not in the page`);
  for (const words of ['issues_bulkUpdate', 'notifications/count', 'Pin a product']) {
    await filterBy(page, words);
    await page.until(`document.querySelectorAll('.opblock').length <= 6`);
    if (!(await page.evaluate(`document.querySelector('.opblock[id^="operations-"]:not([id*="webhooks"])') !== null`)))
      faults.push(`the filter finds nothing for ${words}`);
  }
  faults.push(...(await faultsOf(page, 'operations that are filtered')));
  await filterBy(page, '');
  await page.until(`document.querySelectorAll('.opblock').length >= ${SEVERAL}`);
  await page.evaluate(`document.querySelector('.curbcut-operations details').open = true`);
  faults.push(...(await faultsOf(page, 'the list of all operations')));
  await page.evaluate(`document.querySelector('.curbcut-operations details').open = false`);
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
  await browser.stop();
  await stop();
}

/** Types words into the filter. */
function filterBy(page, words) {
  return page.evaluate(`(() => {
    const field = document.querySelector('.operation-filter-input');
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, ${JSON.stringify(words)});
    field.dispatchEvent(new Event('input', { bubbles: true }));
  })()`);
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
