import { isStorable } from '#libs/fields';
import type { TrackerAccount } from '../tracker.js';

interface Person {
  userId: string;
  account: string;
}

/** What the account of somebody may be called here. */
const MOST_NAME = 100;

/** The accounts by the addresses that the tracker shows; an address that several show says nothing. */
export function accountsByAddress(accounts: readonly TrackerAccount[]): Map<string, string> {
  const found = new Map<string, string | null>();
  for (const { account, email } of accounts) {
    if (email === null || account.length > MOST_NAME || !isStorable(account) || !isStorable(email)) continue;
    const address = email.trim().toLowerCase();
    const known = found.get(address);
    if (address !== '') found.set(address, known === undefined || known === account ? account : null);
  }
  return new Map([...found].flatMap(([address, account]) => (account === null ? [] : [[address, account] as const])));
}

/** Members and accounts with the same address, of whom neither stands for somebody yet. */
export function proposed(
  accounts: ReadonlyMap<string, string>,
  members: readonly { userId: string; address: string }[],
  known: readonly Person[],
): Person[] {
  const userIds = new Set(known.map(({ userId }) => userId));
  const taken = new Set(known.map(({ account }) => account.toLowerCase()));
  return members
    .map(({ userId, address }) => ({ userId, account: accounts.get(address)! }))
    .filter(({ userId, account }) => !userIds.has(userId) && !taken.has(account.toLowerCase()));
}
