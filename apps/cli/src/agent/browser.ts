import { type Browser, findChrome, launch, NotStarted } from '../scan/chrome.js';
import { BrowserEnded } from '../scan/devtools.js';
import { LocalFault } from '../faults.js';
import { memoryOf } from './memory.js';
import { runningSandboxFault, sandboxFault, systemSettings } from './sandbox.js';

/** A browser in its sandbox, whose only way to the network is a proxy. */
export interface GuardedBrowser extends Browser {
  /** What it says that it is, with what we are behind it. */
  userAgent: string;
  /** Whether it was ended because it used too much memory. */
  isTooLarge(): boolean;
}

/**
 * What keeps pages from the network of the agent. Without the list of exceptions Chromium would reach this machine past the
 * proxy; the policy of WebRTC keeps back UDP, which no proxy sees; the rest is what the browser asks for by itself.
 */
const argumentsFor = (proxy: string): string[] => [
  `--proxy-server=${proxy}`,
  '--proxy-bypass-list=<-loopback>',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-quic',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-sync',
  '--disable-default-apps',
  '--disable-breakpad',
  '--metrics-recording-only',
  '--no-pings',
  '--no-service-autorun',
  '--block-new-web-contents',
  '--deny-permission-prompts',
  '--autoplay-policy=user-gesture-required',
  '--hide-scrollbars',
];

const MOST_MEMORY = 900_000_000;
const POLL_INTERVAL = 500;
const NOBODY = { uid: 65_534, gid: 65_534 };

/**
 * Starts a browser for one run.
 * @throws LocalFault that says what its sandbox lacks
 */
export async function startGuarded(
  env: NodeJS.ProcessEnv,
  { proxy, version }: { proxy: string; version: string },
): Promise<GuardedBrowser> {
  const program = findChrome(env);
  const { PATH, HOME, TMPDIR, LANG = 'C.UTF-8' } = env;
  const isRoot = process.getuid?.() === 0;
  let browser: Browser;
  try {
    browser = await launch({
      ...{ program, args: argumentsFor(proxy), env: { PATH, HOME, TMPDIR, LANG } },
      // Chromium refuses to run in its sandbox as root.
      ...(isRoot ? { owner: NOBODY } : {}),
    });
  } catch (error) {
    const lack = error instanceof NotStarted ? sandboxFault(error.output, systemSettings()) : undefined;
    throw lack === undefined ? error : new LocalFault(lack);
  }
  try {
    const lack = process.platform === 'linux' ? await runningSandboxFault(browser.devtools) : undefined;
    if (lack !== undefined) throw new LocalFault(lack);
    await browser.devtools.send('Browser.setDownloadBehavior', { behavior: 'deny' });
    const { userAgent } = await browser.devtools.send<{ userAgent: string }>('Browser.getVersion');
    return watched(browser, `${userAgent.replace('Headless', '')} Curbcut/${version}`);
  } catch (error) {
    await browser.close();
    throw error instanceof BrowserEnded ? new LocalFault('The browser ended during its start.') : error;
  }
}

function watched(browser: Browser, userAgent: string): GuardedBrowser {
  let isTooLarge = false;
  const close = async (): Promise<void> => {
    clearInterval(timer);
    await browser.close();
  };
  const timer = setInterval(() => {
    if (memoryOf(browser.pid) <= MOST_MEMORY) return;
    isTooLarge = true;
    void close();
  }, POLL_INTERVAL);
  return { ...browser, userAgent, close, isTooLarge: () => isTooLarge };
}
