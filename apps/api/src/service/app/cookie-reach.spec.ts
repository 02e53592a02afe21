import { originsOutOfReach } from './cookie-reach.js';

const reach = (service: string, frontend: string, sameSite: 'lax' | 'none' = 'lax') =>
  originsOutOfReach({ serviceOrigins: [service], ownOrigins: [service, frontend], sameSite });

test.each([
  ['https://api.example.org', 'https://app.example.org'],
  ['https://example.org', 'https://a.b.example.org:8443'],
  ['https://api.example.co.uk', 'https://app.example.co.uk'],
  ['http://localhost:3000', 'http://localhost:5173'],
  ['http://127.0.0.1:3000', 'http://127.0.0.1:5173'],
])('cookies of %s reach from %s', (service, frontend) => expect(reach(service, frontend)).toEqual([]));

test.each([
  ['https://api.example.org', 'https://app.example.net'],
  ['https://api.example.org', 'http://app.example.org'],
  ['https://one.co.uk', 'https://two.co.uk'],
  ['https://one.github.io', 'https://two.github.io'],
  ['http://127.0.0.1:3000', 'http://localhost:5173'],
  ['http://[::1]:3000', 'http://127.0.0.1:5173'],
])('cookies of %s do not reach from %s, unless they are for other sites too', (service, frontend) => {
  expect(reach(service, frontend)).toEqual([frontend]);
  expect(reach(service, frontend, 'none')).toEqual([]);
});

test('the names of this machine under which the service itself is opened are no frontends', () => {
  const serviceOrigins = ['http://127.0.0.1:3000', 'http://localhost:3000'];
  expect(originsOutOfReach({ serviceOrigins, ownOrigins: serviceOrigins, sameSite: 'lax' })).toEqual([]);
});
