import { setTimeout as delay } from 'node:timers/promises';
import type { DevTools } from './devtools.js';
import type { ScanOptions } from './options.js';

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
}

/** The page could not be examined; `message` is a clause. */
export class PageFailed extends Error {}

// How long requests of scripts may go on after the page has loaded.
const SETTLING = 3_000;

/**
 * Loads a page and runs axe-core in it, its frames and its shadow roots, in a world of its own in which scripts of the
 * page change nothing.
 * @throws PageFailed
 */
export async function scanPage(
  devtools: DevTools,
  url: string,
  { axe, timeout, origins, scan }: PageOptions,
): Promise<ScannedPage> {
  const { targetId } = await devtools.send<{ targetId: string }>('Target.createTarget', { url: 'about:blank' });
  const timer = new AbortController();
  try {
    return await Promise.race([
      load(devtools, targetId, url, { axe, origins, scan }),
      lateAfter(timeout, scan.waitFor, timer.signal),
    ]);
  } catch (error) {
    if (error instanceof PageFailed) throw error;
    throw new PageFailed((error as Error).message);
  } finally {
    timer.abort();
    await devtools.send('Target.closeTarget', { targetId }).catch(() => undefined);
  }
}

async function lateAfter(timeout: number, waitFor: string | undefined, signal: AbortSignal): Promise<never> {
  await delay(timeout, undefined, { signal });
  const what = waitFor === undefined ? '' : ` (--wait-for ${waitFor})`;
  throw new PageFailed(`it was not ready within ${timeout / 1000} s${what}`);
}

async function load(
  devtools: DevTools,
  targetId: string,
  url: string,
  { axe, origins, scan }: Omit<PageOptions, 'timeout'>,
): Promise<ScannedPage> {
  const { sessionId } = await devtools.send<{ sessionId: string }>('Target.attachToTarget', {
    targetId,
    flatten: true,
  });
  const tell = <T>(method: string, params: object = {}): Promise<T> => devtools.send<T>(method, params, sessionId);
  const happens = (method: string, accepts: (params: never) => boolean = () => true): Promise<void> =>
    new Promise((resolve) => {
      const stop = devtools.on(method, sessionId, (params) => {
        if (!accepts(params as never)) return;
        stop();
        resolve();
      });
    });
  let status = 0;
  devtools.on('Network.responseReceived', sessionId, (params) => {
    const { type, frameId, response } = params as { type: string; frameId: string; response: { status: number } };
    // The id of the main frame is that of its target.
    if (type === 'Document' && frameId === targetId) status = response.status;
  });
  // A dialog would hold up the page.
  devtools.on(
    'Page.javascriptDialogOpening',
    sessionId,
    () => void tell('Page.handleJavaScriptDialog', { accept: false }).catch(() => undefined),
  );
  await Promise.all([
    tell('Page.enable'),
    tell('Network.enable'),
    tell('Page.setLifecycleEventsEnabled', { enabled: true }),
  ]);
  if (scan.viewport)
    await tell('Emulation.setDeviceMetricsOverride', { ...scan.viewport, deviceScaleFactor: 1, mobile: false });
  if (scan.headers.length > 0) {
    const add = (params: unknown): void =>
      void tell('Fetch.continueRequest', withHeaders(params, scan)).catch(() => undefined);
    devtools.on('Fetch.requestPaused', sessionId, add);
    await tell('Fetch.enable', { patterns: origins.map((origin) => ({ urlPattern: `${origin}/*` })) });
  }
  const loaded = happens('Page.loadEventFired');
  const { errorText } = await tell<{ errorText?: string }>('Page.navigate', { url });
  if (errorText) throw new PageFailed(`the browser says ${errorText.replace(/^net::/, '')}`);
  await loaded;
  if (status >= 400) throw new PageFailed(`it answered ${status}`);
  const idle = happens('Page.lifecycleEvent', ({ name }: { name: string }) => name === 'networkIdle');
  await Promise.race([idle, delay(SETTLING)]);
  if (scan.waitFor !== undefined) await appearance(tell, scan.waitFor);
  return runAxe(tell, axe, scan);
}

/** A paused request with the headers of the scan in place of its own of the same names. */
function withHeaders(params: unknown, { headers }: ScanOptions): object {
  const { requestId, request } = params as { requestId: string; request: { headers: Record<string, string> } };
  const names = new Set(headers.map(({ name }) => name.toLowerCase()));
  const own = Object.entries(request.headers).filter(([name]) => !names.has(name.toLowerCase()));
  return { requestId, headers: [...own.map(([name, value]) => ({ name, value })), ...headers] };
}

const LOOKS_EVERY = 100;

/** Waits until the page has an element; a page that loads another meanwhile is asked again. */
async function appearance(tell: Tell, selector: string): Promise<void> {
  const expression = `document.querySelector(${JSON.stringify(selector)}) !== null`;
  for (;;) {
    const { result, exceptionDetails } = await tell<{ result?: { value?: unknown }; exceptionDetails?: object }>(
      'Runtime.evaluate',
      { expression, returnByValue: true },
    ).catch((): { result?: { value?: unknown }; exceptionDetails?: object } => ({}));
    if (exceptionDetails) throw new PageFailed(`"${selector}" is no selector (--wait-for)`);
    if (result?.value === true) return;
    await delay(LOOKS_EVERY);
  }
}

type Tell = <T>(method: string, params?: object) => Promise<T>;
interface Frame {
  frame: { id: string };
}

async function runAxe(tell: Tell, axe: string, scan: ScanOptions): Promise<ScannedPage> {
  const { frameTree } = await tell<{ frameTree: Frame }>('Page.getFrameTree');
  const top = await worldIn(tell, frameTree.frame.id, axe);
  const partials = await partialsOf(tell, top, contextOf(scan), { axe, options: optionsOf(scan) });
  const result = await top<unknown>(
    `axe.finishRun(${JSON.stringify(partials)}).then(({ passes, inapplicable, ...rest }) => rest)`,
  );
  const links = await top<string[]>(
    '[...document.links].map(({ href }) => href).filter((href) => typeof href === "string")',
  );
  return { result, links };
}

/** Evaluates an expression in a frame, and answers what it comes to. */
type World = <T>(expression: string, asObject?: boolean) => Promise<T>;

async function worldIn(tell: Tell, frameId: string, axe: string): Promise<World> {
  const world = { frameId, worldName: 'curbcut' };
  const { executionContextId: contextId } = await tell<{ executionContextId: number }>(
    'Page.createIsolatedWorld',
    world,
  );
  const evaluate: World = async <T>(expression: string, asObject = false): Promise<T> => {
    const { result, exceptionDetails } = await tell<{
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

const optionsOf = ({ only, without }: ScanOptions): string =>
  JSON.stringify({
    resultTypes: ['violations', 'incomplete'],
    ...(only.length > 0 ? { runOnly: { type: 'rule', values: only } } : {}),
    ...(without.length > 0 ? { rules: Object.fromEntries(without.map((id) => [id, { enabled: false }])) } : {}),
  });

/** What axe-core says of a frame, then of the frames in it, in the order that it joins them; null where one cannot be examined. */
async function partialsOf(
  tell: Tell,
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
      const { node } = await tell<{ node: { frameId: string } }>('DOM.describeNode', { objectId });
      const inner = await worldIn(tell, node.frameId, axe);
      partials.push(...(await partialsOf(tell, inner, JSON.stringify(frameContext), { axe, options })));
    } catch {
      partials.push(null);
    }
  }
  return partials;
}
