import { domainFault, domainOfAddress, normalizeDomain } from './domain-name.js';

test.each([
  ['Example.ORG.', 'example.org'],
  [' staff.example.org ', 'staff.example.org'],
  ['bücher.example', 'xn--bcher-kva.example'],
])('%s is stored as %s', (given, stored) => {
  expect(normalizeDomain(given)).toBe(stored);
  expect(domainOfAddress(`"a@b"@${given.trim()}`)).toBe(stored);
});

test.each(['example.org', 'staff.example.ac.uk', 'city.example.co.uk', 'xn--bcher-kva.example'])(
  '%s may be claimed',
  (domain) => expect(domainFault(domain)).toBeUndefined(),
);

test.each([
  ['org', 'invalid_format'],
  ['', 'invalid_format'],
  ['192.0.2.1', 'invalid_format'],
  ['-a.example.org', 'invalid_format'],
  ['a..example.org', 'invalid_format'],
  ['_dmarc.example.org', 'invalid_format'],
  [`${'a.'.repeat(126)}org`, 'invalid_format'],
  ['co.uk', 'not_allowed'],
  ['github.io', 'not_allowed'],
  ['gmail.com', 'not_allowed'],
  ['sub.gmx.de', 'not_allowed'],
])('"%s" may not be claimed: %s', (domain, code) => {
  expect(domainFault(domain)).toMatchObject({ path: '/domain', code });
});
