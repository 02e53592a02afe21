import { setTimeout as delay } from 'node:timers/promises';
import type { DevTools } from './devtools.js';
import type { ScanOptions } from './options.js';
import type { SignIn } from './sign-in.js';
import { addressOf, openTab, PageFailed, type SendCommand } from './tab.js';

/** What axe-core says of a page, cut to what is read, and where the page links to. */
export interface ScannedPage {
  result: unknown;
  links: string[];
}

/** How a page is scanned. */
export interface PageOptions {
  /** The source of axe-core. */
  axe: string;
  /** In milliseconds. */
  timeout: number;
  /** Of the sites that are scanned, which alone get the headers. */
  origins: readonly string[];
  scan: ScanOptions;
  signIn?: SignIn;
}

/** The page leads back to where signing in begins. */
export class SignedOut extends PageFailed {
  constructor() {
    super('it redirects to the start of the sign-in (--sign-in)', 'signed_out');
  }
}

/**
 * Loads a page and runs axe-core in it, its frames and its shadow roots, in a world of its own in which scripts of the
 * page change nothing.
 * @throws PageFailed
 */
export async function scanPage(
  devtools: DevTools,
  url: string,
  { axe, timeout, origins, scan, signIn }: PageOptions,
): Promise<ScannedPage> {
  const tab = await openTab(devtools, origins, scan);
  const timer = new AbortController();
  const load = async (): Promise<ScannedPage> => {
    await tab.load(url);
    if (signIn?.isLedBack(url, await addressOf(tab.send))) throw new SignedOut();
    if (scan.waitFor !== undefined) await appearance(tab.send, scan.waitFor);
    const { result, links } = await runAxe(tab.send, axe, scan);
    return { result, links };
  };
  try {
    return await Promise.race([load(), tab.failure, lateAfter(timeout, scan.waitFor, timer.signal)]);
  } catch (error) {
    if (error instanceof PageFailed) throw error;
    throw new PageFailed((error as Error).message);
  } finally {
    timer.abort();
    await tab.close();
  }
}

/** Fails after so long. */
export async function lateAfter(timeout: number, waitFor: string | undefined, signal: AbortSignal): Promise<never> {
  await delay(timeout, undefined, { signal });
  const condition = waitFor === undefined ? '' : ` (--wait-for ${waitFor})`;
  throw new PageFailed(`it was not ready within ${timeout / 1000} s${condition}`, 'timeout');
}

const POLL_INTERVAL = 100;

/** Waits until the page has an element; a page that loads another meanwhile is asked again. */
export async function appearance(send: SendCommand, selector: string): Promise<void> {
  const expression = `document.querySelector(${JSON.stringify(selector)}) !== null`;
  for (;;) {
    const { result, exceptionDetails } = await send<{ result?: { value?: unknown }; exceptionDetails?: object }>(
      'Runtime.evaluate',
      { expression, returnByValue: true },
    ).catch((): { result?: { value?: unknown }; exceptionDetails?: object } => ({}));
    if (exceptionDetails) throw new PageFailed(`"${selector}" is not a valid selector (--wait-for)`);
    if (result?.value === true) return;
    await delay(POLL_INTERVAL);
  }
}

interface Frame {
  frame: { id: string };
}

/** Runs axe-core in a page that is there; `world` is the one of its main frame, in which that ran. */
export async function runAxe(
  send: SendCommand,
  axe: string,
  scan: ScanOptions,
): Promise<ScannedPage & { world: World }> {
  const { frameTree } = await send<{ frameTree: Frame }>('Page.getFrameTree');
  const top = await worldIn(send, frameTree.frame.id, axe);
  const partials = await partialsOf(send, top, contextOf(scan), { axe, options: optionsOf(scan) });
  const result = await top<unknown>(
    `axe.finishRun(${JSON.stringify(partials)}).then(({ passes, inapplicable, ...rest }) => rest)`,
  );
  const links = await top<string[]>(
    '[...document.links].map(({ href }) => href).filter((href) => typeof href === "string")',
  );
  return { result, links, world: top };
}

/** Evaluates an expression in a frame, and answers what it comes to. */
export type World = <T>(expression: string, asObject?: boolean) => Promise<T>;

async function worldIn(send: SendCommand, frameId: string, axe: string): Promise<World> {
  const world = { frameId, worldName: 'curbcut' };
  const { executionContextId: contextId } = await send<{ executionContextId: number }>(
    'Page.createIsolatedWorld',
    world,
  );
  const evaluate: World = async <T>(expression: string, asObject = false): Promise<T> => {
    const { result, exceptionDetails } = await send<{
      result: { value?: unknown; objectId?: string };
      exceptionDetails?: { exception?: { description?: string }; text: string };
    }>('Runtime.evaluate', { expression, contextId, awaitPromise: true, returnByValue: !asObject });
    if (exceptionDetails) {
      const [line] = (exceptionDetails.exception?.description ?? exceptionDetails.text).split('\n');
      throw new Error(`axe-core failed: ${line}`);
    }
    return (asObject ? result.objectId : result.value) as T;
  };
  await evaluate(`${axe};undefined`);
  return evaluate;
}

const contextOf = ({ include, exclude }: ScanOptions): string => {
  const lists = { include: include.map((one) => [one]), exclude: exclude.map((one) => [one]) };
  return include.length + exclude.length === 0
    ? 'document'
    : JSON.stringify(include.length > 0 ? lists : { exclude: lists.exclude });
};

const optionsOf = ({ only, without, tags = [] }: ScanOptions): string =>
  JSON.stringify({
    resultTypes: ['violations', 'incomplete'],
    ...(only.length > 0 ? { runOnly: { type: 'rule', values: only } } : {}),
    ...(tags.length > 0 ? { runOnly: { type: 'tag', values: tags } } : {}),
    ...(without.length > 0 ? { rules: Object.fromEntries(without.map((id) => [id, { enabled: false }])) } : {}),
  });

/**
 * What axe-core says of a frame, then of the frames in it, in the order that it joins them; null where one cannot be
 * examined.
 */
async function partialsOf(
  send: SendCommand,
  world: World,
  context: string,
  { axe, options }: { axe: string; options: string },
): Promise<unknown[]> {
  const frames = await world<{ frameSelector: unknown; frameContext: unknown }[]>(
    `axe.utils.getFrameContexts(${context}).map(({ frameSelector, frameContext }) => ({ frameSelector, frameContext }))`,
  );
  const partials: unknown[] = [await world(`axe.runPartial(${context}, ${options})`)];
  for (const { frameSelector, frameContext } of frames) {
    try {
      const objectId = await world<string>(`axe.utils.shadowSelect(${JSON.stringify(frameSelector)})`, true);
      const { node } = await send<{ node: { frameId: string } }>('DOM.describeNode', { objectId });
      const inner = await worldIn(send, node.frameId, axe);
      partials.push(...(await partialsOf(send, inner, JSON.stringify(frameContext), { axe, options })));
    } catch {
      partials.push(null);
    }
  }
  return partials;
}
