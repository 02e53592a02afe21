import { readdirSync, readFileSync } from 'node:fs';
import { memoryOf } from '../../../apps/cli/src/agent/memory.js';

/**
 * How often it is looked: what a process used since the last look before its end is not seen. The accounts that parents
 * have of their children would know it, but Chromium never asks for most of its own, which are missing there.
 */
const LOOK_EVERY_MS = 250;
/** Of the kernel, as `getconf CLK_TCK` says it everywhere. */
const TICKS_PER_SECOND = 100;

/** What a program and all that it has begun have used since it is watched. */
export interface ProcessFigures {
  /** The most memory at once, in bytes. */
  memory: number;
  /** Processor time, in seconds. */
  seconds: number;
}

/** Watches a program and all that it begins, until it is asked. */
export function watchProcesses(root: number): () => ProcessFigures {
  const before = new Map<number, number>(ticksOfTree(root));
  const last = new Map<number, number>(before);
  let memory = 0;
  const look = (): void => {
    memory = Math.max(memory, memoryOf(root));
    for (const [pid, ticks] of ticksOfTree(root)) last.set(pid, ticks);
  };
  const timer = setInterval(look, LOOK_EVERY_MS).unref();
  return () => {
    clearInterval(timer);
    look();
    const ticks = [...last].reduce((sum, [pid, used]) => sum + used - (before.get(pid) ?? 0), 0);
    return { memory, seconds: ticks / TICKS_PER_SECOND };
  };
}

function ticksOfTree(root: number): [pid: number, ticks: number][] {
  const children = new Map<number, number[]>();
  const ticks = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      // The name of a program, in parentheses, may have anything inside.
      const [, said] = /.*\) \S (.*)/s.exec(readFileSync(`/proc/${name}/stat`, 'utf8'))!;
      const values = said!.split(' ').map(Number);
      ticks.set(Number(name), values[10]! + values[11]!);
      children.set(values[0]!, [...(children.get(values[0]!) ?? []), Number(name)]);
    } catch {
      // It has ended.
    }
  }
  const tree = [root];
  for (let at = 0; at < tree.length; at += 1) tree.push(...(children.get(tree[at]!) ?? []));
  return tree.flatMap((pid) => (ticks.has(pid) ? [[pid, ticks.get(pid)!] as [number, number]] : []));
}
