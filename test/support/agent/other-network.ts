import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

const HERE = '10.199.77.1';
/** An address of nobody. */
const NOBODY = '02:00:00:00:00:01';

/** A network of its own, from which this machine is reached at `here`, and whose loopback nobody else reaches. */
export interface OtherNetwork {
  here: string;
  /** What runs a command in it, before the command. */
  inside: readonly string[];
  /** From now on nothing that is sent from there arrives, and nobody there is told. */
  cut(): void;
  mend(): void;
  /** From now on so many kilobits a second go either way, and what comes while many wait is lost. */
  slowDown(kilobits: number): void;
  close(): Promise<void>;
}

const done = (command: string, ...args: string[]): boolean => spawnSync(command, args).status === 0;

/** Whether networks can be made: by root, with the tools of Debian's iproute2. */
export const canMakeNetworks = process.getuid?.() === 0 && done('ip', 'link') && done('unshare', '-n', 'true');

/** Makes one, with a link to this machine. */
export async function otherNetwork(): Promise<OtherNetwork> {
  const holder = spawn('unshare', ['-n', 'sh', '-c', 'echo here; exec sleep infinity']);
  await once(holder.stdout, 'data');
  const inside = ['nsenter', '-t', String(holder.pid), '-n'];
  const [outer, inner] = [`cc${holder.pid}o`, `cc${holder.pid}i`];
  const set = (...command: string[]): void => {
    const { status, stderr } = spawnSync(command[0]!, command.slice(1), { encoding: 'utf8' });
    if (status !== 0) throw new Error(`${command.join(' ')}: ${stderr}`);
  };
  set('ip', 'link', 'add', outer, 'type', 'veth', 'peer', 'name', inner, 'netns', String(holder.pid));
  set('ip', 'addr', 'add', `${HERE}/30`, 'dev', outer);
  set('ip', 'link', 'set', outer, 'up');
  set(...inside, 'ip', 'addr', 'add', '10.199.77.2/30', 'dev', inner);
  for (const link of [inner, 'lo']) set(...inside, 'ip', 'link', 'set', link, 'up');
  const slow = (kilobits: number) => ['root', 'tbf', 'rate', `${kilobits}kbit`, 'burst', '16kb', 'latency', '500ms'];
  return {
    ...{ here: HERE, inside, close: () => end(holder) },
    cut: () => set(...inside, 'ip', 'neigh', 'replace', HERE, 'lladdr', NOBODY, 'nud', 'permanent', 'dev', inner),
    mend: () => set(...inside, 'ip', 'neigh', 'del', HERE, 'dev', inner),
    slowDown(kilobits) {
      set('tc', 'qdisc', 'replace', 'dev', outer, ...slow(kilobits));
      set(...inside, 'tc', 'qdisc', 'replace', 'dev', inner, ...slow(kilobits));
    },
  };
}

/** The link goes with its network. */
async function end(holder: ChildProcess): Promise<void> {
  holder.kill('SIGKILL');
  await once(holder, 'close');
}
