import { identityOfClaims as read } from './oidc-claims.js';

const personOf = (claims: { sub: string } & Record<string, unknown>) =>
  read({ iss: 'https://id.example.org', ...claims });

test('name, address and subject of a person are taken from the claims of the ID token', () => {
  expect(
    personOf({
      sub: 's-1',
      email: ' Ada@Example.org',
      email_verified: true,
      name: 'Ada Lovelace',
      picture: 'https://id.example.org/ada.png',
    }),
  ).toEqual({
    issuer: 'https://id.example.org/',
    subject: 's-1',
    email: 'ada@example.org',
    emailVerified: true,
    name: 'Ada Lovelace',
    image: 'https://id.example.org/ada.png',
    authTime: null,
  });
});

test.each([undefined, false, 'true', 1, null])(
  'an address with email_verified %p is not verified',
  (email_verified) => {
    expect(personOf({ sub: 's', email: 'a@example.org', email_verified }).emailVerified).toBe(false);
  },
);

test.each([undefined, 7, '', 'nonsense', 'a\u0000@example.org', `${'x'.repeat(250)}@example.org`])(
  'the address %p is none',
  (email) => {
    expect(personOf({ sub: 's', email, email_verified: true })).toMatchObject({
      email: undefined,
      emailVerified: false,
    });
  },
);

test.each([
  [{ given_name: 'Ada', family_name: 'Lovelace', preferred_username: 'al' }, 'Ada Lovelace'],
  [{ name: '  ', preferred_username: 'al' }, 'al'],
  [{ name: 42 }, 'ada'],
  [{ name: 'x'.repeat(300) }, 'x'.repeat(100)],
  [{ name: 'Ada\r\nBcc: all@example.org\u202e' }, 'Ada Bcc: all@example.org'],
])('the name of %j', (claims, name) => {
  expect(personOf({ sub: 's', email: 'ada@example.org', ...claims }).name).toBe(name);
});

test.each(['javascript:alert(1)', 'data:image/png;base64,AA', '/ada.png', `https://x.example/${'a'.repeat(2000)}`, 5])(
  'the picture %p is left out',
  (picture) => {
    expect(personOf({ sub: 's', picture }).image).toBeNull();
  },
);

test('claims with a subject that cannot be stored are refused', () => {
  expect(() => personOf({ sub: 'a\u0000b' })).toThrow(/could not be verified/);
});
