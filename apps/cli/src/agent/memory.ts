import { readdirSync, readFileSync } from 'node:fs';

/** A process as the kernel tells of it: its memory in pages, and which process began it. */
interface ProcessMemory {
  pid: number;
  parent: number;
  resident: number;
  shared: number;
}

/** What processes of one tree use together: what each has alone, and the most that they share. In pages. */
export function pagesOfTree(root: number, processes: readonly ProcessMemory[]): number {
  const children = new Map<number, ProcessMemory[]>();
  for (const one of processes) children.set(one.parent, [...(children.get(one.parent) ?? []), one]);
  const tree = processes.filter(({ pid }) => pid === root);
  for (let at = 0; at < tree.length; at += 1) tree.push(...(children.get(tree[at]!.pid) ?? []));
  const alone = tree.reduce((sum, { resident, shared }) => sum + resident - shared, 0);
  return alone + Math.max(0, ...tree.map(({ shared }) => shared));
}

const PAGE = 4_096;

/** What a process and all that it has begun use, in bytes; 0 on systems without /proc. */
export function memoryOf(root: number): number {
  return pagesOfTree(root, running()) * PAGE;
}

function running(): ProcessMemory[] {
  let names: string[];
  try {
    names = readdirSync('/proc');
  } catch {
    return [];
  }
  return names
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        // The name of a program, in parentheses, may have anything inside.
        const [, parent] = /.*\) \S (\d+)/s.exec(readFileSync(`/proc/${name}/stat`, 'utf8')) ?? [];
        const [, resident, shared] = readFileSync(`/proc/${name}/statm`, 'utf8').split(' ').map(Number);
        return [{ pid: Number(name), parent: Number(parent), resident: resident!, shared: shared! }];
      } catch {
        return [];
      }
    });
}
