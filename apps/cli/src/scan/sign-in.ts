import { setTimeout as delay } from 'node:timers/promises';
import { LocalFault } from '../faults.js';
import type { DevTools } from './devtools.js';
import type { ScanOptions } from './options.js';
import type { AccessibleElement, SignInSteps, Step } from './steps.js';
import { addressOf, openTab, type SendCommand, type Tab } from './tab.js';

/** Somebody who is signed in, in all pages of the browser. */
export interface SignIn {
  /** Whether a requested page has led to where signing in begins. */
  isLedBack(requested: string, address: string): boolean;
  /** How often the steps were taken. */
  times(): number;
  /** Takes the steps again, unless somebody has since; pages that are led back together share that. */
  again(times: number): Promise<void>;
}

const LONGEST = 60_000;
const POLL_INTERVAL = 100;

interface Options extends ScanOptions {
  steps: SignInSteps;
}

/**
 * Signs in.
 * @param starts the pages that are scanned: addresses in steps are relative to the first
 * @throws LocalFault that names the step that failed
 */
export async function signedIn(devtools: DevTools, starts: readonly string[], options: Options): Promise<SignIn> {
  let times = 0;
  let began = '';
  let running: Promise<void> | undefined;
  const run = async (): Promise<void> => {
    began = await take(devtools, starts, options);
    times += 1;
  };
  const signIn: SignIn = {
    isLedBack: (requested, address) => pageOf(address) === began && pageOf(requested) !== began,
    times: () => times,
    async again(before) {
      if (times > before) return;
      running ??= run().finally(() => (running = undefined));
      await running;
    },
  };
  await signIn.again(0);
  return signIn;
}

/** Takes the steps; the answer is the page on which they begin. */
async function take(devtools: DevTools, starts: readonly string[], options: Options): Promise<string> {
  const { steps, origins } = options.steps;
  const sites = starts.map((url) => new URL(url).origin);
  const tab = await openTab(devtools, sites, options);
  const end = Date.now() + LONGEST;
  let began = '';
  let place = 0;
  try {
    // What a page behind others lets nobody do, it does for whoever looks at it.
    await tab.send('Emulation.setFocusEmulationEnabled', { enabled: true });
    for (const step of steps) {
      place += 1;
      await stepOn(tab, step, { base: starts[0]!, secretsAt: [...sites, ...origins], end });
      if (place === 1) began = pageOf(await addressOf(tab.send));
    }
    if (steps.at(-1)!.kind !== 'expect') await tab.quiet();
    return began;
  } catch (error) {
    const position = steps[place - 1] ? ` at step ${place} (${wordsFor(steps[place - 1]!)})` : '';
    throw new LocalFault(`Signing in failed${position}: ${(error as Error).message}.`);
  } finally {
    await tab.close();
  }
}

/** An address without what changes from time to time. */
const pageOf = (address: string): string => {
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname}`;
};

interface StepContext {
  base: string;
  secretsAt: readonly string[];
  end: number;
}

async function stepOn(tab: Tab, step: Step, { base, secretsAt, end }: StepContext): Promise<void> {
  const { send } = tab;
  switch (step.kind) {
    case 'open':
      if (!URL.canParse(step.url, base) || !/^https?:$/.test(new URL(step.url, base).protocol))
        throw new Error('it is not an http or https address');
      return Promise.race([tab.load(new URL(step.url, base).href), late(end, 'it was not loaded')]);
    case 'fill': {
      const element = await until(end, () => elementOf(send, step.element));
      // Whoever leads the page elsewhere does not read it.
      const { origin } = new URL(await addressOf(send));
      if (step.secretAt && !step.secretAt.includes(origin))
        throw new Error(`secrets cannot be entered at ${origin}, which is not among the origins of this one`);
      if (step.isSecret && !step.secretAt && !secretsAt.includes(origin))
        throw new Error(`secrets cannot be entered at ${origin}, which is neither scanned nor in "origins"`);
      await on(send, element, 'function () { this.focus(); this.select?.(); }');
      return send('Input.insertText', { text: step.text });
    }
    case 'click': {
      const element = await until(end, () => elementOf(send, step.element));
      return on(send, element, 'function () { this.click(); }');
    }
    case 'expect':
      await until(end, () => isMet(send, step, base));
  }
}

async function late(end: number, clause: string): Promise<never> {
  await delay(Math.max(0, end - Date.now()), undefined, { ref: false });
  throw new Error(`${clause} within ${LONGEST / 1000} s of the first step`);
}

/** Tries until there is an answer; a page that loads another one meanwhile is tried again. */
async function until<T>(end: number, attempt: () => Promise<T | undefined>): Promise<T> {
  let failure = 'it was not found';
  do {
    try {
      const answer = await attempt();
      if (answer !== undefined) return answer;
      failure = 'it was not found';
    } catch (error) {
      if (error instanceof Ambiguous) throw error;
      failure = (error as Error).message;
    }
    await delay(POLL_INTERVAL);
  } while (Date.now() < end);
  throw new Error(`${failure} within ${LONGEST / 1000} s of the first step`);
}

/** Several elements are meant. */
class Ambiguous extends Error {}

const FILLABLE = ['textbox', 'searchbox', 'combobox', 'spinbutton'];

interface AxNode {
  ignored: boolean;
  role?: { value?: string };
  backendDOMNodeId?: number;
}

/** The element of a role and name; undefined: there is none. */
async function elementOf(send: SendCommand, { role, name }: AccessibleElement): Promise<string | undefined> {
  const { root } = await send<{ root: { backendNodeId: number } }>('DOM.getDocument', { depth: 0 });
  const { nodes } = await send<{ nodes: AxNode[] }>('Accessibility.queryAXTree', {
    backendNodeId: root.backendNodeId,
    accessibleName: name,
    ...(role === undefined ? {} : { role }),
  });
  const meant = nodes.filter(
    (node) => !node.ignored && (role !== undefined || FILLABLE.includes(node.role?.value ?? '')),
  );
  if (meant.length > 1) throw new Ambiguous(`${meant.length} elements have this name`);
  if (meant[0]?.backendDOMNodeId === undefined) return undefined;
  const { object } = await send<{ object: { objectId: string } }>('DOM.resolveNode', {
    backendNodeId: meant[0].backendDOMNodeId,
  });
  return object.objectId;
}

const on = (send: SendCommand, objectId: string, functionDeclaration: string): Promise<void> =>
  send('Runtime.callFunctionOn', { objectId, functionDeclaration, userGesture: true });

async function isMet(
  send: SendCommand,
  step: Extract<Step, { kind: 'expect' }>,
  base: string,
): Promise<true | undefined> {
  if ('element' in step) return (await elementOf(send, step.element)) === undefined ? undefined : true;
  if ('url' in step) {
    const [expected, now] = [new URL(step.url, base), new URL(await addressOf(send))];
    const isThere = pageOf(expected.href) === pageOf(now.href) && (expected.search || now.search) === now.search;
    return isThere || undefined;
  }
  const { result } = await send<{ result: { value?: unknown } }>('Runtime.evaluate', {
    expression: `document.body.innerText.includes(${JSON.stringify(step.text)})`,
    returnByValue: true,
  });
  return result.value === true || undefined;
}

function wordsFor(step: Step): string {
  if ('element' in step) return `${step.kind} ${step.element.role ?? 'field'} "${step.element.name}"`;
  return `${step.kind} ${'url' in step ? step.url : `"${step.text}"`}`;
}
