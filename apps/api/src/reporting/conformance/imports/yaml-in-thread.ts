import { InvalidInput, TemporarilyUnavailable } from '#libs/errors';
import { parseJson } from '#libs/fields';
import { threadFile, type ThreadLimits, ThreadLimitExceeded } from '#libs/threads';
import { TooLarge } from '../../../platform/http/errors.js';
import type { Threads } from '../../../platform/places/threads.service.js';
import type { ReadText } from './yaml.thread.js';

/** A file of a megabyte takes a second and 100 MB. */
const LIMITS: ThreadLimits = { megabytes: 256, milliseconds: 30_000 };

/**
 * Reads YAML or JSON in a thread of its own: what strangers write takes as long and as much as they like.
 * @throws InvalidInput, TooLarge, TemporarilyUnavailable
 */
export async function yamlInThread(threads: Pick<Threads, 'run'>, bytes: Uint8Array): Promise<unknown> {
  const answer = await threads
    .run(threadFile('yaml', import.meta.url), [textOf(bytes)], LIMITS)
    .catch((error: unknown) => {
      if (!(error instanceof ThreadLimitExceeded)) throw error;
      if (error.limit === 'milliseconds') throw new TemporarilyUnavailable(error);
      throw new TooLarge('The file requires too much memory.');
    });
  const { value, faults } = parseJson(answer);
  if (faults)
    throw new InvalidInput(faults.map((fault) => ({ ...fault, path: `/file${fault.path.slice('/value'.length)}` })));
  const read = value as ReadText;
  if ('fault' in read) throw malformed(read.fault);
  return read.value;
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw malformed('The file is not valid UTF-8.');
  }
}

const malformed = (message: string): InvalidInput => new InvalidInput([{ path: '/file', code: 'malformed', message }]);
