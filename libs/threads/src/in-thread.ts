import { Worker } from 'node:worker_threads';
import { mapInSlices } from '#libs/queues';

/** How much a thread may use, its start included. */
export interface ThreadLimits {
  /** Of what its program keeps. */
  megabytes: number;
  milliseconds: number;
}

/** The work in a thread took more memory or time than it may. */
export class ThreadLimitExceeded extends Error {
  constructor(readonly limit: keyof ThreadLimits) {
    super(`The work in a thread exceeded its ${limit}.`);
  }
}

/**
 * What the program of a file makes of these parts, each of which is copied to it by itself. The thread is gone when the
 * answer is here.
 * @throws ThreadLimitExceeded, and whatever the program throws
 */
export async function inThread(file: URL, parts: readonly unknown[], limits: ThreadLimits): Promise<Uint8Array> {
  const thread = new Worker(file, {
    // It knows nothing but what it is given: no settings, and no secrets.
    env: {},
    argv: [],
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: limits.megabytes },
  });
  let isLate = false;
  const clock = setTimeout(() => {
    isLate = true;
    void thread.terminate();
  }, limits.milliseconds);
  try {
    const [, answer] = await Promise.all([send(thread, parts), answerOf(thread)]);
    return answer;
  } catch (error) {
    if (isLate) throw new ThreadLimitExceeded('milliseconds');
    const { code } = error as NodeJS.ErrnoException;
    throw code === 'ERR_WORKER_OUT_OF_MEMORY' ? new ThreadLimitExceeded('megabytes') : error;
  } finally {
    clearTimeout(clock);
    await thread.terminate();
  }
}

/** A thread that has ended takes messages too, and does nothing with them. */
async function send(thread: Worker, parts: readonly unknown[]): Promise<void> {
  await mapInSlices(parts, (part) => thread.postMessage({ part }));
  thread.postMessage({ isLast: true });
}

const answerOf = (thread: Worker): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', () => reject(new Error('A thread ended without a result.')));
  });
