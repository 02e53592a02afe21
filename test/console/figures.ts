import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { Agent, get, type IncomingMessage } from 'node:http';
import { loadavg } from 'node:os';
import { type CDPSession, expect, type Page, test } from '@playwright/test';
import { loadedKb, MOST } from './bytes.js';
import { base, records } from './console.js';
import { findingsOf, workplace } from './people.js';
import { filled, settled, signIn } from './views.js';

const ROUNDS = Number(process.env['ROUNDS'] ?? 9);
/** How much slower than this machine the browser's processor is. */
const SLOWED = 4;

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1]!;

function tell(figure: string, values: readonly number[], most: number, unit: string): void {
  const shown = (value: number): string => value.toFixed(value < 10 ? 2 : 0);
  console.log(
    `| ${figure} | ${shown(median(values))} ${unit} | ≤ ${most} ${unit} | ${shown(Math.min(...values))} to ` +
      `${shown(Math.max(...values))} | load ${loadavg()[0]!.toFixed(1)} |`,
  );
}

async function slowed(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
  await session.send('Network.enable');
  const throughput = 10_000_000 / 8;
  await session.send('Network.emulateNetworkConditions', {
    ...{ offline: false, latency: 40, downloadThroughput: throughput, uploadThroughput: throughput },
  });
  return session;
}

for (const { view, address, most } of MOST)
  test(`bytes of ${view}`, async ({ page }) => {
    if (address !== '/sign-in') await signIn(page, records);
    tell(`scripts and styles, brotli: ${view}`, [await loadedKb(page, address)], most, 'kB');
  });

test('largest paint', async ({ browser }) => {
  for (const [figure, address, most, isWarm] of [
    ['largest paint: `/sign-in`, cold', '/sign-in', 1500, false],
    ['largest paint: product, warm', filled('/o/:org/p/:product', records), 1200, true],
  ] as const) {
    const paints: number[] = [];
    const blocked: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const page = await (await browser.newContext()).newPage();
      if (isWarm) {
        await signIn(page, records);
        await page.goto(base + address);
        await settled(page);
      }
      await slowed(page);
      await page.goto(base + address);
      await settled(page);
      const seen = await page.evaluate(
        () =>
          new Promise<{ paint: number; longest: number }>((done) => {
            let longest = 0;
            new PerformanceObserver((list) => {
              for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
            }).observe({ type: 'longtask', buffered: true });
            new PerformanceObserver((list) => {
              const paint = list.getEntries().at(-1)!.startTime;
              setTimeout(() => done({ paint, longest }), 200);
            }).observe({ type: 'largest-contentful-paint', buffered: true });
          }),
      );
      paints.push(seen.paint);
      blocked.push(seen.longest);
      await page.context().close();
    }
    tell(figure, paints, most, 'ms');
    tell(`its longest task`, blocked, 300, 'ms');
  }
});

/** From a key to the picture after the next one. It listens before it answers, so that no key is missed. */
async function paintOfKey(page: Page, key: string): Promise<number> {
  await page.evaluate(() => {
    const painted = new Promise<number>((done) =>
      addEventListener(
        'keydown',
        () => {
          const began = performance.now();
          requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - began)));
        },
        { once: true, capture: true },
      ),
    );
    Object.assign(window, { painted });
  });
  await page.keyboard.press(key);
  return page.evaluate(() => (window as unknown as { painted: Promise<number> }).painted);
}

test('triage of a thousand', async ({ page }) => {
  const at = await workplace(page, 'figures', findingsOf('image-alt', 1000));
  await page.goto(`${base}${at.product}/findings`);
  await settled(page);
  for (let more = 0; more < 9; more += 1) {
    await page.getByRole('button', { name: /^Show more/ }).click();
    await expect(page.getByRole('checkbox', { name: /^Select image-alt \d+, / })).toHaveCount((more + 2) * 100);
  }
  await slowed(page);
  for (const key of ['j', 'c', 'd']) {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      times.push(await paintOfKey(page, key));
      if (key === 'd') await page.keyboard.press('Escape');
      await page.waitForTimeout(500);
    }
    tell(`\`${key}\` to paint, 1,000 in the list`, times, 100, 'ms');
  }
  const longest: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    longest.push(
      await page.evaluate(async () => {
        scrollTo(0, 0);
        const frame = (): Promise<number> => new Promise(requestAnimationFrame);
        let [before, longestFrame] = [await frame(), 0];
        for (let top = 0; top < document.documentElement.scrollHeight; top += 600) {
          scrollTo(0, top);
          const now = await frame();
          longestFrame = Math.max(longestFrame, now - before);
          before = now;
        }
        return longestFrame;
      }),
    );
  tell('1,000 rows scrolled, longest frame', longest, 50, 'ms');
});

test('a list of 100 issues, filtered', async ({ page }) => {
  const at = await workplace(page, 'figures-issues');
  for (let issue = 0; issue < 200; issue += 1)
    await page.request.post(`${base}${at.api}/issues`, {
      data: { title: `Issue ${issue}`, severity: issue % 2 ? 'high' : 'low' },
    });
  await page.goto(`${base}${at.product}/issues?pageSize=100&severity=high`);
  await settled(page);
  await slowed(page);
  const times: number[] = [];
  for (let round = 0; round < ROUNDS * 2; round += 1) {
    const time = await page.evaluate(
      async (isBack) => {
        const told = (): string =>
          [...document.querySelectorAll('main [role=status]')].map(({ textContent }) => textContent).join();
        const before = told();
        const began = performance.now();
        if (isBack) history.back();
        else document.querySelector<HTMLButtonElement>('button[aria-label^="Remove filter"]')!.click();
        await new Promise<void>((done) => {
          const look = (): void => {
            if (told() !== before && !document.querySelector('main [aria-busy=true]'))
              requestAnimationFrame(() => done());
            else requestAnimationFrame(look);
          };
          look();
        });
        return performance.now() - began;
      },
      round % 2 === 1,
    );
    times.push(time);
    await page.waitForTimeout(300);
  }
  tell('100 issues, filter changed, to paint', times, 400, 'ms');
});

test('memory after many navigations', async ({ page }) => {
  await signIn(page, records);
  const product = filled('/o/:org/p/:product', records);
  await page.goto(base + product);
  await settled(page);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const heap = async (): Promise<number> => {
    await session.send('HeapProfiler.collectGarbage');
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'JSHeapUsedSize')!.value / 1_000_000;
  };
  let after20 = 0;
  const views = ['Findings', 'Issues', 'Audits', 'Overview'];
  for (let step = 1; step <= 200; step += 1) {
    const view = views[step % views.length]!;
    await page.getByRole('navigation', { name: 'Product' }).getByRole('link', { name: view, exact: true }).click();
    await settled(page);
    if (step === 20) after20 = await heap();
  }
  tell('heap after 200 navigations over that after 20', [(await heap()) - after20], 20, 'MB');
});

test('what serving the console costs', async () => {
  const ratios: Record<string, number[]> = { '/': [], 'a hashed file of up to 30 kB': [] };
  const connections = new Agent({ keepAlive: true, maxSockets: 1 });
  // As bytes: what unpacking costs is the browser's.
  const headers = { accept: 'text/html', 'accept-encoding': 'br' };
  const timeOf = async (path: string): Promise<number> => {
    const began = performance.now();
    for (let call = 0; call < 100; call += 1) {
      const [answer] = (await once(get(base + path, { agent: connections, headers }), 'response')) as [IncomingMessage];
      await once(answer.resume(), 'end');
    }
    return performance.now() - began;
  };
  for (let round = 0; round < ROUNDS + 2; round += 1)
    for (const [name, path] of [
      ['/', '/'],
      ['a hashed file of up to 30 kB', `/assets/${fileOfUpTo(30_000)}`],
    ] as const) {
      const ratio = (await timeOf(path)) / (await timeOf('/health/live'));
      // The first are warm-ups.
      if (round > 1) ratios[name]!.push(ratio);
    }
  connections.destroy();
  for (const [name, values] of Object.entries(ratios)) tell(`${name}, beside \`/health/live\``, values, 1.2, '×');
});

/** The script of the build that is the largest of those with as many bytes as they are sent in. */
function fileOfUpTo(bytes: number): string {
  const folder = 'dist/web/assets';
  const sizes = readdirSync(folder)
    .filter((name) => name.endsWith('.js.br'))
    .map((name) => ({ name: name.slice(0, -3), size: statSync(`${folder}/${name}`).size }));
  return sizes.filter(({ size }) => size <= bytes).sort((a, b) => b.size - a.size)[0]!.name;
}
