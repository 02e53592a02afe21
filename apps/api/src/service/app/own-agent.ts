import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { networkInterfaces } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Settings } from '#libs/config';
import type { Logger } from '#libs/logging';
import type { DataSource } from 'typeorm';
import { deleteOperatorAgents, makeOperatorAgent } from '../../integrations/monitors/agents/operator-agents.js';

/** What the agent beside the service is called among those of the operator. */
const OWN_AGENT = 'beside the service';

const AGAIN_AFTER_MS = 5_000;
const AGAIN_AFTER_MOST_MS = 300_000;
/** How long it may tell what it has in hand once the service stops. */
const STOP_WITHIN_MS = 5_000;
/** What has to be mended on this machine, such as a browser that is missing; and a token that opens nothing. */
const FINAL = new Map([
  [2, 'no local agent is running'],
  [3, 'the local agent was rejected and has stopped'],
]);

/** Where the service and its database answer on this machine. */
export interface Ports {
  service: number;
  others: readonly number[];
}

/** An agent beside the service. */
export interface OwnAgent {
  /** Has it leave its run to others, and ends it. */
  stop(): Promise<void>;
}

/**
 * What an agent beside the service may load pages from: the internet and this machine, but neither the service nor its
 * database, by whichever address of the machine.
 */
function reachBeside({ service, others }: Ports): { AGENT_ALLOW: string; AGENT_DENY: string } {
  const own = Object.values(networkInterfaces()).flatMap((addresses) =>
    (addresses ?? []).map(({ address }) => address),
  );
  const hosts = ['127.0.0.0/8', '[::1]', ...own.map((address) => (address.includes(':') ? `[${address}]` : address))];
  const denied = [...new Set(hosts)].flatMap((host) => [service, ...others].map((port) => `${host}:${port}`));
  return { AGENT_ALLOW: '127.0.0.0/8,[::1]', AGENT_DENY: denied.join(',') };
}

/**
 * Runs an agent beside the service as a process of its own, which looks at pages for all organizations that have none of
 * their own. Where this machine has no browser, that is said once, and nothing else happens.
 */
export async function startOwnAgent(
  { host }: Pick<Settings, 'host'>,
  ports: Ports,
  database: DataSource,
  log: Pick<Logger, 'info' | 'warn' | 'debug'>,
): Promise<OwnAgent> {
  // Of a former process nobody knows the token.
  const token = await database.transaction(async (tx) => {
    await deleteOperatorAgents(tx, OWN_AGENT);
    return makeOperatorAgent(tx, OWN_AGENT, []);
  });
  const { PATH, HOME, TMPDIR, CHROME_PATH } = process.env;
  const env = {
    ...{ PATH, HOME, TMPDIR, CHROME_PATH, AGENT_PLAIN_HTTP: '1', AGENT_ENDS_WITH_INPUT: '1' },
    ...{ CURBCUT_URL: `http://${addressOf(host)}:${ports.service}`, CURBCUT_AGENT_TOKEN: token, ...reachBeside(ports) },
  };
  const program = fileURLToPath(new URL('../cli/curbcut.js', import.meta.url));
  const stopping = new AbortController();
  let child: ChildProcess | undefined;
  const run = async (): Promise<void> => {
    for (let wait = AGAIN_AFTER_MS; !stopping.signal.aborted; wait = Math.min(wait * 2, AGAIN_AFTER_MOST_MS)) {
      child = spawn(process.execPath, [program, 'agent'], { env, stdio: ['pipe', 'ignore', 'pipe'] });
      let last = '';
      child.stdin!.on('error', () => {});
      child.stderr!.on('data', (chunk: Buffer) => {
        last = chunk.toString().trim();
        log.debug(last);
      });
      const code = await once(child, 'close').then(
        ([ended]) => ended as number | null,
        (error: Error) => {
          last = error.message;
          return 2;
        },
      );
      if (stopping.signal.aborted) return;
      const reason = FINAL.get(code ?? 0);
      if (reason !== undefined) return void log.info(`${reason}: ${last.replace(/^curbcut: /, '')}`);
      log.warn(`the local agent has ended (${code ?? 'killed'}) and is restarted: ${last}`);
      await delay(wait, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const running = run();
  return {
    async stop() {
      stopping.abort();
      child?.kill('SIGTERM');
      const isOver = await Promise.race([running.then(() => true), delay(STOP_WITHIN_MS, false, { ref: false })]);
      if (isOver) return;
      child?.kill('SIGKILL');
      await running;
    },
  };
}

/** By which address this machine reaches what listens on a host. */
function addressOf(host: string): string {
  if (host === '0.0.0.0' || host === '::' || host === '') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
