import { addressOf, isFileName, newPictureName, pictureNameOf } from './picture-name.js';

const ADA = '0199aaaa-0000-7000-8000-000000000001';
const BOB = '0199aaaa-0000-7000-8000-000000000002';

test('the name of a picture is found again in its address, also after the service has moved', () => {
  const name = newPictureName('avatars', ADA);
  expect(isFileName(name.split('/')[1]!)).toBe(true);
  expect(pictureNameOf('avatars', ADA, addressOf('https://old.example', name))).toBe(name);
  expect(pictureNameOf('avatars', ADA, addressOf('https://new.example/curbcut', name))).toBe(name);
});

test("another's picture, another folder and foreign addresses name no file of the owner", () => {
  const address = addressOf('https://x.example', newPictureName('avatars', ADA));
  expect(pictureNameOf('avatars', BOB, address)).toBeUndefined();
  expect(pictureNameOf('org-logos', ADA, address)).toBeUndefined();
  expect(pictureNameOf('avatars', ADA, `${address}?s=1`)).toBeUndefined();
  expect(pictureNameOf('avatars', ADA, 'https://www.gravatar.com/avatar/00')).toBeUndefined();
  expect(pictureNameOf('avatars', ADA, null)).toBeUndefined();
});

test('no two pictures get the same name', () => {
  expect(new Set(Array.from({ length: 100 }, () => newPictureName('avatars', ADA))).size).toBe(100);
});

test.each([
  '',
  '.webp',
  '../x.webp',
  'a'.repeat(48),
  `${'a'.repeat(48)}.webp\n`,
  `${'A'.repeat(48)}.webp`,
  '.htaccess',
])('%j is no name of ours', (file) => expect(isFileName(file)).toBe(false));
