import type { Mask } from '#libs/secrets';
import { BrowserEnded, type DevTools } from '../scan/devtools.js';
import type { ScanOptions } from '../scan/options.js';
import { appearance, lateAfter, runAxe, SignedOut } from '../scan/page.js';
import type { SignIn } from '../scan/sign-in.js';
import { addressOf, openTab, PageFailed, type Tab } from '../scan/tab.js';
import { runChecks } from './checks/checks.js';
import { elementsOf, findingsOf } from './findings.js';
import { isWeb } from './is-web.js';
import { picturesOf } from './pictures.js';
import type { Proxy } from './proxy.js';
import type { Picture } from './service.js';
import { sizesOf } from './sizes.js';
import { templateOf } from './template.js';
import type { AgentFinding, Monitor, Page } from './wire.js';

/** How the pages of a run are examined. */
export interface ExaminationOptions {
  /** The source of axe-core. */
  axe: string;
  monitor: Monitor;
  scan: ScanOptions;
  userAgent: string;
  proxy: Proxy;
  mask: Mask;
  secrets: readonly string[];
  signIn?: SignIn | undefined;
}

/** What the examination of a page found. */
export interface PageExamination {
  finalUrl: string;
  title: string;
  template: string;
  findings: AgentFinding[];
  pictures: Picture[];
  links: string[];
}

const LIMITS = { bytes: 50_000_000, redirects: 10 };
const LONGEST = 60_000;

/**
 * Examines a page in a tab of its own.
 * @throws PageFailed, or BrowserEnded where the browser has gone meanwhile
 */
export async function examinePage(
  devtools: DevTools,
  page: Page,
  options: ExaminationOptions,
): Promise<PageExamination> {
  // What the browser itself would show, and files of this machine, are no pages of a site.
  if (!isWeb(page.url)) throw new PageFailed('it is not an http or https address', 'refused_address');
  const timer = new AbortController();
  let tab: Tab | undefined;
  try {
    tab = await openTab(devtools, [], options.scan, LIMITS);
    return await Promise.race([
      examineIn(tab, page, options),
      tab.failure,
      lateAfter(LONGEST, undefined, timer.signal),
    ]);
  } catch (error) {
    if (error instanceof BrowserEnded) throw error;
    const fault = options.proxy.faultAt(tab?.requested() ?? page.url);
    if (fault && error instanceof PageFailed && ['status', 'timeout'].includes(error.reason))
      throw new PageFailed(error.message, fault);
    if (error instanceof PageFailed) throw error;
    throw new PageFailed((error as Error).message, 'crashed');
  } finally {
    timer.abort();
    await tab?.close();
  }
}

/** A worker of a site would go on after its page was closed, and answer in place of the site: pages can have none. */
const WITHOUT_WORKERS = `if (globalThis.ServiceWorkerContainer)
  ServiceWorkerContainer.prototype.register = () => Promise.reject(new DOMException('not here', 'SecurityError'));`;

async function examineIn(tab: Tab, { url }: Page, options: ExaminationOptions): Promise<PageExamination> {
  const { send } = tab;
  const { axe, monitor, scan, mask, secrets, signIn, userAgent } = options;
  await Promise.all([
    send('Network.setUserAgentOverride', { userAgent }),
    send('Network.setBypassServiceWorker', { bypass: true }),
    send('Page.addScriptToEvaluateOnNewDocument', { source: WITHOUT_WORKERS }),
    ...(monitor.colourScheme
      ? [
          send('Emulation.setEmulatedMedia', {
            features: [{ name: 'prefers-color-scheme', value: monitor.colourScheme }],
          }),
        ]
      : []),
  ]);
  await tab.load(url);
  const finalUrl = await addressOf(send);
  if (!isWeb(finalUrl)) throw new PageFailed('it is not a web page', 'not_html');
  if (signIn?.isLedBack(url, finalUrl)) throw new SignedOut();
  if (scan.waitFor !== undefined) await appearance(send, scan.waitFor);
  const sizes = sizesOf(monitor);
  const results: unknown[] = [];
  const first = await runAxe(send, axe, monitor.tools.axe ? scan : { ...scan, only: ['html-has-lang'] });
  results.push(first.result);
  for (const size of sizes.slice(1)) {
    await send('Emulation.setDeviceMetricsOverride', { ...size, deviceScaleFactor: 1, mobile: false });
    results.push((await runAxe(send, axe, scan)).result);
  }
  if (sizes.length > 1)
    await send('Emulation.setDeviceMetricsOverride', { ...sizes[0], deviceScaleFactor: 1, mobile: false });
  const { world } = first;
  const title = await world<string>('document.title.slice(0, 300)');
  const template = await templateOf(world);
  const byAxe = monitor.tools.axe ? [{ tool: 'axe-core' as const, results }] : [];
  const ofAxe = await findingsOf(byAxe, url, mask);
  const pictures = monitor.evidence
    ? await picturesOf({ send, world }, elementsOf(ofAxe), { secrets, page: title })
    : new Map<string, never>();
  const byChecks = monitor.tools.checks
    ? [{ tool: 'curbcut-checks' as const, results: [await runChecks(send, world, sizes[0]!)] }]
    : [];
  const findings = [...ofAxe, ...(await findingsOf(byChecks, url, mask))].map((finding) => {
    const pictured = finding.selector === undefined ? undefined : pictures.get(finding.selector);
    if (!pictured) return finding;
    return { ...finding, picture: { digest: pictured.picture.digest, alternative: mask(pictured.alternative) } };
  });
  const allPictures = [...pictures.values()].map(({ picture }) => picture);
  // Masked, a link would lead elsewhere.
  const links = first.links.filter((link) => mask(link) === link);
  return { finalUrl: mask(finalUrl), title: mask(title), template, findings, pictures: allPictures, links };
}
