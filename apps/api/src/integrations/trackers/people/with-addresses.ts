import type { TrackerAccount, TrackerAccounts } from '../tracker.js';

/** So many accounts are asked for one by one, where a list does not have their addresses. */
const MAX_REQUESTS = 50;

/** The accounts of a list, each with the address that it shows where it is asked for by itself. */
export async function withAddresses<T>(
  { items, isWhole }: { items: readonly T[]; isWhole: boolean },
  read: (item: T) => Promise<TrackerAccount>,
): Promise<TrackerAccounts> {
  const accounts: TrackerAccount[] = [];
  for (const item of items.slice(0, MAX_REQUESTS)) accounts.push(await read(item));
  return { accounts, isWhole: isWhole && items.length <= MAX_REQUESTS };
}
