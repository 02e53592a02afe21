import { CurbcutError } from '@curbcut/client';
import { base } from './client';

/** Whether the service answers at all. */
export const isReachable = (): Promise<boolean> =>
  fetch(`${base}/`, { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  );

/**
 * Loads a part of the console that comes later. Where its files do not come, it says why: the network, or an upgrade of
 * the service, which has others now.
 *
 * @throws CurbcutError
 */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    if (await isReachable()) throw new CurbcutError('The files of this page are gone.', { code: 'files_gone', cause });
    throw new CurbcutError('The service did not answer.', { code: 'network_error', cause });
  }
}
