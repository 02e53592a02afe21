import { setTimeout as delay } from 'node:timers/promises';
import { maskFor } from '#libs/secrets';
import { LocalFault } from '../faults.js';
import { retryAfter } from '../delivery/retry.js';
import type { ScanOptions } from '../scan/options.js';
import { type Step, stepsIn } from '../scan/steps.js';
import { PageFailed } from '../scan/tab.js';
import { type Browsing, browsing } from './browsing.js';
import type { HeldRun } from './held-run.js';
import { isWeb } from './is-web.js';
import { UNMASKED_FIELDS } from './unmasked-fields.js';
import { Outbox } from './outbox.js';
import { Pace } from './pace.js';
import { startProxy } from './proxy.js';
import type { Reach } from './reach.js';
import { type Picture, RunLost } from './service.js';
import { Sites } from './sites.js';
import { sizesOf } from './sizes.js';
import { followed, inPieces } from './sources.js';
import { untilAborted } from './until-aborted.js';
import type { Monitor, Page, PageResult, Run } from './wire.js';

/** What a run is performed with. */
export interface RunContext {
  env: NodeJS.ProcessEnv;
  version: string;
  reach: Reach;
  /** How many pages are open at once. */
  tabs: number;
  axe: string;
  /** No further page is begun after it. */
  stopping: AbortSignal;
  log(text: string): void;
}

const OWN_SITE = { perSecond: 10, together: 8 };
const OTHERS = { perSecond: 1, together: 2 };
const LONGEST_MINUTES = 240;
const MOST_PAGES = 5_000;
const PICTURES = 500;
/** How long pages in hand may take when the agent is to stop. */
const STOPPING = 20_000;

/**
 * Performs a run: examines the pages that the service hands out, until there are none.
 * @returns whether it has ended; else others go on
 * @throws RunLost where another has it; ServiceFault
 */
export async function performRun(held: HeldRun, context: RunContext): Promise<boolean> {
  const { run, lost } = held;
  const ended = new AbortController();
  const proxy = await startProxy(context.reach);
  const sites = new Sites(context.reach, AbortSignal.any([lost, ended.signal]));
  const secrets = Object.values(run.secrets ?? {}).map(({ value }) => value);
  const scan = scanOf(run.monitor);
  const mask = maskFor(secrets, UNMASKED_FIELDS);
  let open: Browsing | undefined;
  try {
    const examination = { axe: context.axe, monitor: run.monitor, scan, proxy, mask, secrets };
    open = browsing({ env: context.env, version: context.version, examination, scan, steps: stepsOf(run) });
    await (run.monitor.steps?.length ? whileHeld(lost, open.signIn()) : undefined);
    if (!(await reportSitemap(held, sites))) return true;
    await examinePages(held, { ...context, sites, browsing: open });
    if (context.stopping.aborted) return false;
    await held.finish('done');
    return true;
  } catch (error) {
    if (!(error instanceof SignInFailed || error instanceof LocalFault)) throw error;
    await held.finish('failed', 'signed_out', mask(error.message));
    return true;
  } finally {
    ended.abort();
    await open?.close();
    await proxy.close();
  }
}

/** The steps cannot be taken as they stand. */
class SignInFailed extends Error {}

function stepsOf({ monitor, secrets = {} }: Run): Step[] {
  if (!monitor.steps?.length) return [];
  const secretOf = (name: string) => {
    const secret = Object.hasOwn(secrets, name) ? secrets[name] : undefined;
    if (!secret) throw new Error(`there is no secret ${name}`);
    return secret;
  };
  return stepsIn(monitor.steps, secretOf, (text) => new SignInFailed(`The sign-in steps file ${text}.`));
}

const scanOf = (monitor: Monitor): ScanOptions => ({
  ...(monitor.waitFor ? { waitFor: monitor.waitFor } : {}),
  ...{ include: [], exclude: [], only: [], cookies: [], headers: [] },
  without: monitor.tools.axe?.rulesOff ?? [],
  tags: monitor.tools.axe?.tags ?? [],
  viewport: sizesOf(monitor)[0]!,
});

/** Reports what the sitemap of the monitor lists; false where it cannot be read, and the run has failed. */
async function reportSitemap(held: HeldRun, sites: Sites): Promise<boolean> {
  const { source, budget } = held.run.monitor;
  if (!('sitemap' in source)) return true;
  try {
    const { pages } = await sites.sitemap(source.sitemap, Math.min(budget?.pages ?? MOST_PAGES, MOST_PAGES));
    for (const piece of inPieces(pages.filter(isWeb))) await held.found(piece);
    return true;
  } catch (error) {
    if (error instanceof RunLost) throw error;
    await held.finish('failed', 'status', `The sitemap could not be read: ${(error as Error).message}`);
    return false;
  }
}

interface ExaminationContext extends RunContext {
  sites: Sites;
  browsing: Browsing;
}

async function examinePages(held: HeldRun, context: ExaminationContext): Promise<void> {
  const { monitor, limits } = held.run;
  const isOwnSite = monitor.pace?.ownSite === true;
  const most = isOwnSite ? OWN_SITE : OTHERS;
  const pace = new Pace({
    perSecond: Math.min(monitor.pace?.perSecond ?? OTHERS.perSecond, most.perSecond),
    together: Math.min(monitor.pace?.together ?? OTHERS.together, most.together),
  });
  const outbox = new Outbox(held, Math.min(limits?.pictures ?? PICTURES, PICTURES));
  const end = Date.now() + Math.min(monitor.budget?.minutes ?? LONGEST_MINUTES, LONGEST_MINUTES) * 60_000;
  const queue: Page[] = [];
  const waiting: (() => void)[] = [];
  let inHand = 0;
  let fetching: Promise<number> | undefined;
  const fetchPages = async (): Promise<number> => {
    const pages = await held.next(context.tabs);
    queue.push(...pages);
    return pages.length;
  };
  const isOver = (): boolean => context.stopping.aborted || held.lost.aborted || Date.now() > end;
  /** A page; undefined when there is none, and none in hand whose links could lead to one. */
  const take = async (): Promise<Page | undefined> => {
    for (;;) {
      const page = isOver() ? undefined : queue.shift();
      if (page) return page;
      if (isOver()) return undefined;
      const received = await (fetching ??= fetchPages().finally(() => (fetching = undefined)));
      if (queue.length > 0) continue;
      if (inHand === 0 && received === 0) return undefined;
      if (inHand > 0) await new Promise<void>((changed) => waiting.push(changed));
    }
  };
  const finishPage = (): void => {
    inHand -= 1;
    waiting.splice(0).forEach((changed) => changed());
  };
  const work = async (): Promise<void> => {
    for (let page = await take(); page; page = await take()) {
      inHand += 1;
      const { result, pictures } = await resultOf(page, held, { ...context, pace });
      if (held.lost.aborted) return;
      void outbox.add(result, pictures).then(finishPage, finishPage);
    }
  };
  const workers = Promise.all(Array.from({ length: context.tabs }, work));
  const untilLate = async (): Promise<void> => {
    await untilAborted(context.stopping, workers);
    if (context.stopping.aborted) await Promise.race([workers, delay(STOPPING, undefined, { ref: false })]);
  };
  await whileHeld(held.lost, untilLate());
  while (inHand > 0 && !context.stopping.aborted && !held.lost.aborted)
    await new Promise<void>((changed) => waiting.push(changed));
  held.lost.throwIfAborted();
}

/** Waits for something while the run is ours. @throws RunLost */
async function whileHeld(lost: AbortSignal, act: Promise<void>): Promise<void> {
  act.catch(() => undefined);
  await untilAborted(lost, act);
  lost.throwIfAborted();
}

const MOST_TRIES = 3;
const LONGEST_PAUSE = 120_000;

async function resultOf(
  page: Page,
  held: HeldRun,
  { browsing: open, pace, sites }: ExaminationContext & { pace: Pace },
): Promise<{ result: PageResult; pictures: readonly Picture[] }> {
  const { source, pace: requestedPace } = held.run.monitor;
  let began = Date.now();
  const failed = (reason: PageFailed['reason'], outcome: 'failed' | 'gone' = 'failed') => ({
    result: { id: page.id, outcome, reason, ms: Date.now() - began },
    pictures: [],
  });
  if (requestedPace?.ownSite !== true) {
    const robots = await sites.robotsOf(page.url);
    if (!robots.isAllowed(page.url)) return failed('robots');
    pace.slowDown(page.url, robots.delay * 1000);
  }
  for (let tried = 1; ; tried += 1) {
    try {
      const examination = await pace.turn(page.url, held.lost, () => {
        began = Date.now();
        return open.examine(page);
      });
      const { finalUrl, title, template, findings, pictures, links } = examination;
      const found = followed(source, links);
      const about = { finalUrl, title, template, ms: Date.now() - began, findings, found };
      return { result: { id: page.id, outcome: 'looked', reason: null, ...about }, pictures };
    } catch (error) {
      if (!(error instanceof PageFailed)) {
        if (held.lost.aborted) return failed('crashed');
        throw error;
      }
      const { status, retryAfter: retryHeader } = error.answer ?? { status: 0 };
      if (status === 404 || status === 410) return failed('status', 'gone');
      const isBusy = status === 429 || (status === 503 && retryHeader !== undefined);
      const wait = isBusy
        ? (retryAfter({ headers: { 'retry-after': retryHeader } } as never, Date.now()) ?? 10_000)
        : 0;
      if (!isBusy || tried === MOST_TRIES || wait > LONGEST_PAUSE) return failed(error.reason);
      pace.pause(page.url, wait);
    }
  }
}
