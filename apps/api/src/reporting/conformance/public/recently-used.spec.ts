import { RecentlyUsed } from './recently-used.js';

/** Which of these keys have to be made, one after the other. */
async function made(kept: RecentlyUsed<string>, ...keys: string[]): Promise<string[]> {
  const anew: string[] = [];
  for (const key of keys)
    await kept.get(key, () => {
      anew.push(key);
      return Promise.resolve(key);
    });
  return anew;
}

const sizeOf = (text: string) => text.length;

test('what is used again is not made again; beyond the entries what was not used for longest goes', async () => {
  const kept = new RecentlyUsed({ entries: 2, size: 100 }, sizeOf);
  expect(await made(kept, 'a', 'b', 'a', 'c', 'a', 'b')).toEqual(['a', 'b', 'c', 'b']);
});

test('as many entries as fit are kept, and nothing that is larger than all', async () => {
  const kept = new RecentlyUsed({ entries: 9, size: 5 }, sizeOf);
  expect(await made(kept, 'aaa', 'bb', 'aaa', 'cc', 'aaa', 'bb')).toEqual(['aaa', 'bb', 'cc', 'bb']);
  expect(await made(kept, 'dddddd', 'bb', 'dddddd')).toEqual(['dddddd', 'dddddd']);
});

test('what there is not is looked for again', async () => {
  const kept = new RecentlyUsed({ entries: 2, size: 5 }, sizeOf);
  expect(await kept.get('a', () => Promise.resolve(undefined))).toBeUndefined();
  expect(await made(kept, 'a')).toEqual(['a']);
});

test('what many ask for at once is made once; what fails is tried again', async () => {
  const kept = new RecentlyUsed<string>({ entries: 2, size: 5 }, sizeOf);
  const anew: string[] = [];
  const get = () =>
    kept.get('a', async () => {
      anew.push('a');
      await new Promise(setImmediate);
      return 'a';
    });
  expect(await Promise.all([get(), get(), get()])).toEqual(['a', 'a', 'a']);
  expect(anew).toEqual(['a']);
  const fail = () => Promise.reject(new Error('no'));
  await expect(Promise.all([kept.get('b', fail), kept.get('b', fail)])).rejects.toThrow('no');
  expect(await made(kept, 'b')).toEqual(['b']);
});
