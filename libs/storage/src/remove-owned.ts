import { Logger } from '@nestjs/common';
import { ownedName } from './owned-name.js';
import type { Storage } from './storage.js';

const log = new Logger('Storage');

/**
 * Removes the file behind the address that its owner showed, unless the present address names it still. A failure leaves
 * a file over and fails nobody.
 */
export async function removeOwned(
  storage: Storage,
  folder: string,
  ownerId: string,
  former: string | null,
  present: string | null = null,
): Promise<void> {
  const name = ownedName(folder, ownerId, former);
  if (!name || name === ownedName(folder, ownerId, present)) return;
  try {
    await storage.remove(name);
  } catch (error) {
    log.warn(`${name} could not be removed: ${String((error as Error).cause ?? error)}`);
  }
}
