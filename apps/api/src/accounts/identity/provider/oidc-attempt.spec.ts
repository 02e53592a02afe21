import { attemptCookie, deriveAttempt, attemptSecret } from './oidc-attempt.js';

test('state, nonce and verifier follow from the secret, and none says anything of another', () => {
  const { state, nonce, codeVerifier } = deriveAttempt('a secret');
  expect(deriveAttempt('a secret')).toEqual({ state, nonce, codeVerifier });
  expect(new Set([state, nonce, codeVerifier, deriveAttempt('another').state]).size).toBe(4);
  // RFC 7636: 43 to 128 unreserved characters.
  expect(codeVerifier).toMatch(/^[\w-]{43}$/);
});

test.each([
  [false, /^curbcut\.sign_in=s; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/],
  [true, /^__Host-curbcut\.sign_in=s; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/],
])('the cookie is for this browser alone (https: %p)', (secure, cookie) => {
  expect(attemptCookie('s', secure)).toMatch(cookie);
  expect(attemptCookie(undefined, secure)).toContain('Max-Age=0');
  expect(attemptSecret(`a=b; ${attemptCookie('s', secure).split(';')[0]}`, secure)).toBe('s');
  expect(attemptSecret(undefined, secure)).toBeUndefined();
});
