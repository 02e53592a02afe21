import { credentialOf } from './credential.js';

test.each([
  [{}, undefined],
  [{ authorization: 'Bearer abc' }, { kind: 'session', secret: 'abc' }],
  [{ authorization: 'bearer  svc_abc' }, { kind: 'key', secret: 'svc_abc' }],
  [{ 'x-api-key': 'svc_abc' }, { kind: 'key', secret: 'svc_abc' }],
  [{ 'x-api-key': 'svc_abc', authorization: 'Bearer abc' }, { kind: 'ambiguous' }],
  [{ 'x-api-key': 'svc_abc', authorization: 'nonsense' }, { kind: 'ambiguous' }],
  [
    { 'x-api-key': 'svc_abc', authorization: 'Bearer svc_abc' },
    { kind: 'key', secret: 'svc_abc' },
  ],
  [{ 'x-api-key': 'not a key' }, { kind: 'key', secret: 'not a key' }],
  [{ authorization: 'Bearer' }, { kind: 'malformed' }],
  [{ authorization: 'Bearer a b' }, { kind: 'malformed' }],
  [{ authorization: 'Basic abc' }, { kind: 'malformed' }],
  [{ cookie: 'a=1; better-auth.session_token=t%2Fx' }, { kind: 'session', secret: 't/x', cookie: true }],
  [{ cookie: '__Secure-better-auth.session_token=t' }, undefined],
  [
    { cookie: 'better-auth.session_token=t', authorization: 'Bearer abc' },
    { kind: 'session', secret: 'abc' },
  ],
  [{ cookie: 'better-auth.session_token=t', authorization: 'nonsense' }, { kind: 'malformed' }],
  [{ cookie: 'better-auth.session_token=' }, undefined],
])('%p shows %p', (headers, credential) => {
  expect(credentialOf(headers, false)).toEqual(credential);
});

test('over https only the cookie counts that a plain connection cannot have set', () => {
  const plain = 'better-auth.session_token=planted';
  expect(credentialOf({ cookie: plain }, true)).toBeUndefined();
  expect(credentialOf({ cookie: `${plain}; __Secure-better-auth.session_token=t` }, true)).toMatchObject({
    secret: 't',
  });
});
