import { expect, type Page, test } from '@playwright/test';
import { base } from './console.js';
import { Reader } from './reader.js';
import { fill, type Naming, type Records } from './records.js';
import { ADDRESSES, filled, settled, SIGNED_OUT, signIn, watch } from './views.js';

const RAN = 'data-it-ran';
const RUN = `document.documentElement.setAttribute('${RAN}','')`;
const MARKUP = [
  `<img src=x onerror="${RUN}">`,
  `<script>${RUN}</script>`,
  `"><svg onload='${RUN}'>`,
  `' onfocus=${RUN} autofocus x='`,
  '[x](javascript:alert(1)) <!--',
];
const cut = (text: string, most: number): string => {
  const letters = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
  while (letters.join('').length > most) letters.pop();
  return letters.join('');
};

let turn = 0;
/** What records are named, and what they are named then. */
const WORLDS: Record<string, Naming> = {
  markup: (text, most) => cut(`${text} ${MARKUP[(turn += 1) % MARKUP.length]}`, most).trim(),
  '200 characters without a space': (text, most) => cut(`${text.replaceAll(' ', '')}${'Wm'.repeat(100)}`, most),
  'Hebrew, emoji and marks that turn the direction': (text, most) =>
    cut(`\u200f\u05e0\u05d2\u05d9\u05e9\u05d5\u05ea ${text} ${'\u{1f9d1}\u{1f3fd}\u200d\u{1f9bd}'.repeat(20)}`, most),
};

for (const [world, named] of Object.entries(WORLDS)) {
  test.describe(`where everything is named in ${world}`, () => {
    // As wide as a window of 1280 pixels at 400 %.
    test.use({ viewport: { width: 320, height: 256 } });
    let records: Records;
    test.beforeAll(async () => {
      records = await fill(base, `hostile-${Object.keys(WORLDS).indexOf(world)}-${process.pid}@example.org`, named);
    });

    for (const address of ADDRESSES.filter((one) => !SIGNED_OUT.includes(one)))
      test(`${address} shows text alone, in full, and nothing sideways`, async ({ page }) => {
        const seen = watch(page);
        const dialogs: string[] = [];
        page.on('dialog', (dialog) => {
          dialogs.push(dialog.message());
          void dialog.dismiss();
        });
        await signIn(page, records);
        await page.goto(base + filled(address, records));
        await settled(page);
        expect(await overflowing(page)).toEqual([]);
        expect(await page.locator('html').getAttribute(RAN)).toBeNull();
        expect(await page.locator('img[src=x], main script, main [onload], main [onfocus]').count()).toBe(0);
        expect(await page.locator('[href^="javascript:" i]').count()).toBe(0);
        const names = await namesIn(page);
        expect(names.filter((name) => name === '' || /(\u2026|\.\.\.)$/.test(name))).toEqual([]);
        const { user, organizations } = (await (await page.request.get(`${base}/v1/me`)).json()) as Me;
        for (const { name } of address.startsWith('/o/') ? [user, ...organizations] : [])
          expect(names.some((one) => one.includes(name.replace(/\s+/g, ' ')))).toBe(true);
        expect([...seen(), ...dialogs]).toEqual([]);
      });
  });
}

/** What makes the page wider than the window, the innermost of it. */
async function overflowing(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    if (document.documentElement.scrollWidth <= innerWidth) return [];
    const wide = [...document.querySelectorAll('body *')].filter(
      (element) =>
        element.getBoundingClientRect().right > innerWidth + 1 && !element.closest('[role=region][tabindex]'),
    );
    return wide
      .filter((element) => !wide.some((other) => other !== element && element.contains(other)))
      .map((element) => element.outerHTML.slice(0, 200))
      .concat(`${document.documentElement.scrollWidth} pixels wide`);
  });
}

/** What headings, links and buttons are called, as a screen reader is told. */
async function namesIn(page: Page): Promise<string[]> {
  const reader = await Reader.of(page);
  return (await reader.all())
    .filter(({ role }) => ['heading', 'link', 'button'].includes(role))
    .map(({ name }) => name);
}

interface Me {
  user: { name: string };
  organizations: { name: string }[];
}
