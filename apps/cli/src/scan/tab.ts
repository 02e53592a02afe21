import { setTimeout as delay } from 'node:timers/promises';
import type { DevTools } from './devtools.js';
import type { ScanOptions } from './options.js';

/** Sends a command of the DevTools protocol to a page. */
export type SendCommand = <T>(method: string, params?: object) => Promise<T>;

/** A page in the browser; whoever opens it closes it. */
export interface Tab {
  send: SendCommand;
  /** Loads an address and waits until it is quiet. @throws PageFailed */
  load(url: string): Promise<void>;
  /** Waits until requests of scripts have ended, or some seconds. */
  quiet(): Promise<void>;
  /** The address that was last requested, where it has led elsewhere. */
  requested(): string | undefined;
  /** Never resolves. @throws PageFailed where the page crashes, or breaks one of its limits */
  failure: Promise<never>;
  close(): Promise<void>;
}

/** Why a page could not be examined, in the words of the service. */
export type Reason =
  | 'timeout'
  | 'too_large'
  | 'dns'
  | 'refused_address'
  | 'tls'
  | 'status'
  | 'crashed'
  | 'memory'
  | 'redirects'
  | 'not_html'
  | 'robots'
  | 'signed_out';

/** The page could not be examined; `message` is a clause. */
export class PageFailed extends Error {
  constructor(
    message: string,
    readonly reason: Reason = 'status',
    /** What it answered, where that is the reason. */
    readonly answer?: { status: number; retryAfter?: string | undefined },
  ) {
    super(message);
  }
}

const REASON_OF: readonly (readonly [RegExp, Reason])[] = [
  [/NAME_NOT_RESOLVED|NAME_RESOLUTION_FAILED/, 'dns'],
  [/CERT|SSL/, 'tls'],
  [/TOO_MANY_REDIRECTS/, 'redirects'],
  [/TIMED_OUT/, 'timeout'],
  // What would be downloaded.
  [/ABORTED/, 'not_html'],
];

/** What a page may be beyond what a scan bounds. */
export interface TabLimits {
  bytes: number;
  redirects: number;
}

// How long requests of scripts may go on after the page has loaded.
const SETTLING = 3_000;

/**
 * Opens a page with the size and the headers of the scan.
 * @param origins of the sites that are scanned, which alone get the headers
 */
export async function openTab(
  devtools: DevTools,
  origins: readonly string[],
  scan: ScanOptions,
  limits?: TabLimits,
): Promise<Tab> {
  const { targetId } = await devtools.send<{ targetId: string }>('Target.createTarget', { url: 'about:blank' });
  const { sessionId } = await devtools.send<{ sessionId: string }>('Target.attachToTarget', {
    targetId,
    flatten: true,
  });
  const send: SendCommand = (method, params = {}) => devtools.send(method, params, sessionId);
  const happens = (method: string, accepts: (params: never) => boolean = () => true): Promise<void> =>
    new Promise((resolve) => {
      const stop = devtools.on(method, sessionId, (params) => {
        if (!accepts(params as never)) return;
        stop();
        resolve();
      });
    });
  // The id of the main frame is that of its target.
  const document = watchDocument(devtools, sessionId, targetId);
  const failure = watchLimits(devtools, sessionId, targetId, limits);
  // A dialog would hold up the page.
  devtools.on(
    'Page.javascriptDialogOpening',
    sessionId,
    () => void send('Page.handleJavaScriptDialog', { accept: false }).catch(() => undefined),
  );
  await Promise.all([
    send('Page.enable'),
    send('Network.enable'),
    send('Page.setLifecycleEventsEnabled', { enabled: true }),
    send('Inspector.enable'),
  ]);
  if (scan.viewport)
    await send('Emulation.setDeviceMetricsOverride', { ...scan.viewport, deviceScaleFactor: 1, mobile: false });
  if (scan.headers.length > 0) {
    const add = (params: unknown): void =>
      void send('Fetch.continueRequest', withHeaders(params, scan)).catch(() => undefined);
    devtools.on('Fetch.requestPaused', sessionId, add);
    await send('Fetch.enable', { patterns: origins.map((origin) => ({ urlPattern: `${origin}/*` })) });
  }
  const quiet = async (): Promise<void> => {
    const idle = happens('Page.lifecycleEvent', ({ name }: { name: string }) => name === 'networkIdle');
    await Promise.race([idle, delay(SETTLING)]);
  };
  return {
    send,
    quiet,
    failure,
    requested: () => document.requested,
    async load(url) {
      const loaded = happens('Page.loadEventFired');
      const { errorText } = await send<{ errorText?: string }>('Page.navigate', { url });
      if (errorText) {
        // What it says of an answer without a body that is no success.
        const refused = errorText.includes('HTTP_RESPONSE_CODE_FAILURE') ? document.failed() : undefined;
        if (refused) throw refused;
        const reason = REASON_OF.find(([pattern]) => pattern.test(errorText))?.[1];
        throw new PageFailed(`the browser reports ${errorText.replace(/^net::/, '')}`, reason);
      }
      if (limits && document.answered && !HTML.test(document.answered.mimeType))
        throw document.failed() ?? new PageFailed(`it is ${document.answered.mimeType}`, 'not_html');
      await loaded;
      const failed = document.failed();
      if (failed) throw failed;
      await quiet();
    },
    async close() {
      const closed = devtools.send('Target.closeTarget', { targetId }).catch(() => undefined);
      // A page whose script never ends does not close either; it is ended from outside.
      const isBusy = (await Promise.race([closed, delay(CLOSING, 'busy', { ref: false })])) === 'busy';
      if (isBusy)
        await Promise.race([send('Page.crash').catch(() => undefined), delay(CLOSING, undefined, { ref: false })]);
      devtools.forget(sessionId);
    },
  };
}

// How long a page may take to close.
const CLOSING = 2_000;
const HTML = /^$|html|xml/i;

/** What the main document was answered with, the last one where it led elsewhere. */
function watchDocument(devtools: DevTools, sessionId: string, targetId: string) {
  const watched: {
    requested?: string;
    answered?: { status: number; mimeType: string; retryAfter?: string };
    failed(): PageFailed | undefined;
  } = {
    failed: () => {
      const { status = 0, retryAfter } = watched.answered ?? {};
      return status >= 400 ? new PageFailed(`it answered ${status}`, 'status', { status, retryAfter }) : undefined;
    },
  };
  devtools.on('Network.requestWillBeSent', sessionId, (params) => {
    const { type, frameId, request } = params as { type?: string; frameId?: string; request: { url: string } };
    if (type === 'Document' && frameId === targetId) watched.requested = request.url;
  });
  devtools.on('Network.responseReceived', sessionId, (params) => {
    const { type, frameId, response } = params as {
      type: string;
      frameId: string;
      response: { status: number; mimeType: string; headers: Record<string, string> };
    };
    if (type !== 'Document' || frameId !== targetId) return;
    const [, retryAfter] = Object.entries(response.headers).find(([name]) => /^retry-after$/i.test(name)) ?? [];
    watched.answered = { status: response.status, mimeType: response.mimeType, ...(retryAfter ? { retryAfter } : {}) };
  });
  return watched;
}

function watchLimits(
  devtools: DevTools,
  sessionId: string,
  targetId: string,
  { bytes, redirects }: TabLimits = { bytes: Infinity, redirects: Infinity },
): Promise<never> {
  const failure = new Promise<never>((_, reject) => {
    devtools.on('Inspector.targetCrashed', sessionId, () => reject(new PageFailed('the page has crashed', 'crashed')));
    let size = 0;
    devtools.on('Network.dataReceived', sessionId, (params) => {
      size += (params as { dataLength: number }).dataLength;
      if (size > bytes) reject(new PageFailed(`it is larger than ${bytes / 1_000_000} MB`, 'too_large'));
    });
    let documents = 0;
    devtools.on('Network.requestWillBeSent', sessionId, (params) => {
      const { type, frameId } = params as { type?: string; frameId?: string };
      if (type !== 'Document' || frameId !== targetId) return;
      documents += 1;
      if (documents > redirects + 1) reject(new PageFailed(`it redirects more than ${redirects} times`, 'redirects'));
    });
  });
  // Whoever does not wait for it need not hear of it.
  failure.catch(() => undefined);
  return failure;
}

/** The address that a page has now. */
export async function addressOf(send: SendCommand): Promise<string> {
  const { result } = await send<{ result: { value?: unknown } }>('Runtime.evaluate', {
    expression: 'location.href',
    returnByValue: true,
  });
  return String(result.value);
}

/** A paused request with the headers of the scan in place of its own of the same names. */
function withHeaders(params: unknown, { headers }: ScanOptions): object {
  const { requestId, request } = params as { requestId: string; request: { headers: Record<string, string> } };
  const names = new Set(headers.map(({ name }) => name.toLowerCase()));
  const kept = Object.entries(request.headers).filter(([name]) => !names.has(name.toLowerCase()));
  return { requestId, headers: [...kept.map(([name, value]) => ({ name, value })), ...headers] };
}
