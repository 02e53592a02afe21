import { asRequest, workFor } from '#libs/logging';
import { AdmissionPlaces } from './admission-places.js';
import type { ResourcePlaces } from './resource-places.service.js';

/** Places that anybody gets, which note for whose account each was asked. */
function notedPlaces() {
  const accounts: (string | undefined)[] = [];
  const places = {
    run: (_resource: string, work: () => Promise<unknown>, { account }: { account?: string }) => {
      accounts.push(account);
      return work();
    },
  };
  return { accounts, places: new AdmissionPlaces(places as ResourcePlaces) };
}

const letInFor = (account: string) => async (): Promise<void> => workFor({ account });

test('a credential counts for where it comes from at first, and for its account once it was let in', async () => {
  const { accounts, places } = notedPlaces();
  for (const [credential, account] of [
    ['a', 'one'],
    ['b', 'one'],
    ['a', 'one'],
    ['b', 'one'],
  ] as const)
    await asRequest(credential, () => places.run(credential, letInFor(account)));
  expect(accounts).toEqual([undefined, undefined, 'one', 'one']);
});

test('a credential that works for another account now counts for that', async () => {
  const { accounts, places } = notedPlaces();
  for (const account of ['one', 'other', 'other']) await asRequest(account, () => places.run('a', letInFor(account)));
  expect(accounts).toEqual([undefined, 'one', 'other']);
});

test('who is refused is not taken for anybody', async () => {
  const { accounts, places } = notedPlaces();
  const refuse = () => Promise.reject(new Error('refused'));
  for (let call = 0; call < 2; call += 1)
    await expect(asRequest('id', () => places.run('a', refuse))).rejects.toThrow('refused');
  expect(accounts).toEqual([undefined, undefined]);
});
