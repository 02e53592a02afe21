import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { GivenFlags } from '../command-line.js';
import { LocalFault, ServiceFault } from '../faults.js';
import { keepSecretsOf } from '../printable.js';
import { type Terminal, terminalOf } from '../terminal.js';
import { VERSION } from '../version.js';
import { startGuarded } from './browser.js';
import { holdRun } from './held-run.js';
import { performRun, type RunContext } from './perform-run.js';
import { startProxy } from './proxy.js';
import { agentService, RunLost } from './service.js';
import { agentSettings } from './settings.js';
import type { Run } from './wire.js';

// How long the service may keep a claim waiting, in seconds.
const WAIT = 25;

/** `curbcut agent`; the exit code. It is a file of its own, loaded by no other command. */
export async function agent(flags: GivenFlags): Promise<number> {
  // What is secret is known to this file by itself.
  keepSecretsOf(process.env);
  const terminal = terminalOf({ noColor: flags['no-color'], quiet: flags.quiet, verbose: flags.verbose });
  try {
    return await work(terminal, flags.quiet === true);
  } catch (error) {
    if (!(error instanceof LocalFault || error instanceof ServiceFault)) throw error;
    terminal.err(`curbcut: ${error.message}\n`);
    return error instanceof LocalFault ? 2 : 3;
  }
}

async function work(terminal: Terminal, isQuiet: boolean): Promise<number> {
  const { url, token, labels, tabs, reach } = agentSettings(process.env);
  const log = (text: string): void => (isQuiet ? undefined : terminal.err(`curbcut agent: ${text}\n`));
  await requireSandbox();
  const stopping = stopSignal(log);
  const axe = readFileSync(new URL('../axe.min.js', import.meta.url), 'utf8');
  const [, axeVersion = '0'] = /axe v([\d.]+)/.exec(axe.slice(0, 200)) ?? [];
  const context: RunContext = { env: process.env, version: VERSION, reach, tabs, axe, stopping, log };
  const service = agentService(url, token);
  log(
    `requesting runs from ${url}${labels.length > 0 ? ` with the labels ${labels.join(', ')}` : ''}, ${tabs} pages at once`,
  );
  while (!stopping.aborted) {
    const { run, after } = await service.claim({ labels, version: VERSION, wait: WAIT }, stopping);
    if (run === undefined) {
      await delay(after, undefined, { signal: stopping }).catch(() => undefined);
      continue;
    }
    const held = holdRun(service, run as Run, { 'axe-core': axeVersion, 'curbcut-checks': VERSION });
    const began = Date.now();
    log(`run ${held.run.id} of "${held.run.monitor.name}" begins`);
    try {
      const hasEnded = await performRun(held, context);
      log(`run ${held.run.id} ${hasEnded ? 'has ended' : 'was released'} after ${seconds(began)} s`);
    } catch (error) {
      if (!(error instanceof RunLost)) throw error;
      log(`run ${held.run.id} was lost after ${seconds(began)} s: ${error.message}`);
    } finally {
      await held.release(stopping.aborted);
    }
  }
  return 0;
}

const seconds = (began: number): string => ((Date.now() - began) / 1000).toFixed(1);

/** Starts a browser once, so that what its sandbox lacks is said at once. @throws LocalFault */
async function requireSandbox(): Promise<void> {
  const proxy = await startProxy({ isAllowed: () => false });
  try {
    await (await startGuarded(process.env, { proxy: proxy.address, version: VERSION })).close();
  } finally {
    await proxy.close();
  }
}

/** Aborts at SIGTERM or SIGINT; a second one ends the process. */
function stopSignal(log: (text: string) => void): AbortSignal {
  const stopping = new AbortController();
  const stopOnce = (): void => {
    if (!stopping.signal.aborted) stop();
  };
  const stop = (): void => {
    if (stopping.signal.aborted) process.exit(143);
    log('stopping: results so far are sent, and remaining pages are released');
    stopping.abort();
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);
  // What started it may be killed, and can tell it nothing then.
  if (process.env['AGENT_ENDS_WITH_INPUT'] === '1') process.stdin.on('close', stopOnce).resume().unref();
  return stopping.signal;
}
