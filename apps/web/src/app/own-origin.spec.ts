import { addressOnOwnOrigin } from './own-origin';

const PUBLIC = {
  origin: 'https://curbcut.example',
  ownOrigins: 'https://curbcut.example https://app.example',
};
const LOCAL = { origin: 'http://127.0.0.1:3000', ownOrigins: 'http://127.0.0.1:3000 http://localhost:3000' };

test.each([
  ['https://curbcut.example/o/acme', PUBLIC, undefined],
  ['https://app.example/o/acme', PUBLIC, undefined],
  ['http://curbcut.example/o/acme?q=1#x', PUBLIC, 'https://curbcut.example/o/acme?q=1#x'],
  ['http://10.0.0.7:3000/sign-in', PUBLIC, 'https://curbcut.example/sign-in'],
  ['http://localhost:3000/sign-in', LOCAL, undefined],
  ['http://localhost:8080/sign-in', LOCAL, 'http://127.0.0.1:3000/sign-in'],
  ['http://10.0.0.7:3000/sign-in', LOCAL, undefined],
  ['http://localhost:5173/sign-in', {}, undefined],
])('who opens %s of %j is led to %s', (here, said, there) => {
  expect(addressOnOwnOrigin(new URL(here), said)).toBe(there);
});
