import { BrowserEnded } from '../scan/devtools.js';
import type { ScanOptions } from '../scan/options.js';
import { SignedOut } from '../scan/page.js';
import { signedIn, type SignIn } from '../scan/sign-in.js';
import type { Step } from '../scan/steps.js';
import { PageFailed } from '../scan/tab.js';
import { type GuardedBrowser, startGuarded } from './browser.js';
import { type ExaminationOptions, examinePage, type PageExamination } from './examine-page.js';
import type { Page } from './wire.js';

/** The browser of a run, which starts again when it has ended. */
export interface Browsing {
  /** @throws PageFailed */
  examine(page: Page): Promise<PageExamination>;
  /** Signs in before any page is examined. @throws LocalFault that names the step */
  signIn(): Promise<void>;
  close(): Promise<void>;
}

interface Options {
  env: NodeJS.ProcessEnv;
  version: string;
  examination: Omit<ExaminationOptions, 'userAgent' | 'signIn'>;
  scan: ScanOptions;
  steps: Step[];
}

interface Session {
  browser: GuardedBrowser;
  signIn?: SignIn;
}

/** Begins nothing yet: the browser starts with the first page. */
export function browsing({ env, version, examination, scan, steps }: Options): Browsing {
  let current: Promise<Session> | undefined;
  let isClosed = false;
  let busy = 0;
  /** While pages that were open when the browser ended are examined again, each alone. */
  let alone: Promise<void> | undefined;
  const suspects: (() => Promise<void>)[] = [];
  const idle: (() => void)[] = [];

  const begin = async (): Promise<Session> => {
    const browser = await startGuarded(env, { proxy: examination.proxy.address, version });
    if (isClosed) await browser.close();
    if (steps.length === 0) return { browser };
    const [first] = steps as [Extract<Step, { kind: 'open' }>];
    const options = { ...scan, steps: { steps, origins: [] } };
    try {
      return { browser, signIn: await signedIn(browser.devtools, [first.url], options) };
    } catch (error) {
      await browser.close();
      throw error;
    }
  };
  const session = (): Promise<Session> => {
    if (isClosed) return Promise.reject(new BrowserEnded());
    current ??= begin().catch((error: unknown) => {
      current = undefined;
      throw error;
    });
    return current;
  };
  const once = async (page: Page): Promise<PageExamination> => {
    const { browser, signIn } = await session();
    const options = { ...examination, userAgent: browser.userAgent, signIn };
    const times = signIn?.times();
    busy += 1;
    try {
      return await examinePage(browser.devtools, page, options).catch(async (error: unknown) => {
        if (!(error instanceof SignedOut)) throw error;
        await signIn!.again(times!);
        return examinePage(browser.devtools, page, options);
      });
    } catch (error) {
      if (error instanceof BrowserEnded) {
        current = undefined;
        await browser.close();
        throw new Ended(browser.isTooLarge());
      }
      throw error;
    } finally {
      busy -= 1;
      if (busy === 0) idle.splice(0).forEach((act) => act());
    }
  };
  const runSuspects = async (): Promise<void> => {
    if (busy > 0) await new Promise<void>((resolve) => idle.push(resolve));
    for (let next = suspects.shift(); next; next = suspects.shift()) await next();
  };
  /** Examines a page with no other one open, so that what ends the browser is known. */
  const onceAlone = (page: Page): Promise<PageExamination> =>
    new Promise((resolve, reject) => {
      suspects.push(() => once(page).then(resolve, reject));
      alone ??= runSuspects().finally(() => (alone = undefined));
    });
  return {
    async signIn() {
      await session();
    },
    async examine(page) {
      while (alone) await alone;
      try {
        return await once(page);
      } catch (error) {
        if (isClosed || !(error instanceof Ended || isCrash(error))) throw error;
      }
      try {
        return await onceAlone(page);
      } catch (error) {
        if (!(error instanceof Ended)) throw error;
        throw new PageFailed('it crashed the browser twice', error.isTooLarge ? 'memory' : 'crashed');
      }
    },
    async close() {
      isClosed = true;
      await current?.then(({ browser }) => browser.close()).catch(() => undefined);
    },
  };
}

const isCrash = (error: unknown): boolean => error instanceof PageFailed && error.reason === 'crashed';

/** The browser ended while a page was examined. */
class Ended extends Error {
  constructor(readonly isTooLarge: boolean) {
    super('the browser has ended');
  }
}
