import { isOutage, reasonOf, refusesClient } from './oidc-outage.js';

const failure = (over: object, cause?: unknown) => Object.assign(new Error('failed', { cause }), over);

test.each([
  ['nobody listens', new TypeError('fetch failed')],
  ['nobody listens, told by a wrapper', failure({}, new TypeError('fetch failed'))],
  ['no answer in time', failure({ code: 'OAUTH_TIMEOUT' })],
  ['an answer of 503', failure({ code: 'OAUTH_RESPONSE_IS_NOT_CONFORM' }, new Response(null, { status: 503 }))],
  ['a refusal with 429', failure({ status: 429, error: 'slow_down' }, { error: 'slow_down' })],
])('%s is an outage', (_what, error) => expect(isOutage(error)).toBe(true));

test.each([
  ['a refused code', failure({ status: 400, error: 'invalid_grant' }, { error: 'invalid_grant' })],
  ['a wrong claim', failure({ code: 'OAUTH_JWT_CLAIM_COMPARISON_FAILED' }, { claim: 'nonce' })],
  ['a fault of ours', Object.assign(new TypeError('bad argument'), { code: 'ERR_INVALID_ARG_VALUE' })],
  ['nothing', undefined],
])('%s is none', (_what, error) => expect(isOutage(error)).toBe(false));

test.each([
  ['a wrong client', failure({ status: 401, error: 'invalid_client' }, { error: 'invalid_client' }), true],
  ['a client that may not', failure({ status: 400, error: 'unauthorized_client' }), true],
  ['a question for its secret', failure({ status: 401 }, [{ scheme: 'basic', parameters: {} }]), true],
  ['a refused code', failure({ status: 400, error: 'invalid_grant' }, { error: 'invalid_grant' }), false],
  ['a token that is none', failure({ status: 401 }, [{ scheme: 'bearer', parameters: {} }]), false],
  ['nothing', undefined, false],
])('%s: whether the client is refused', (_what, error, is) => expect(refusesClient(error)).toBe(is));

test('the reason of an outage contains no claim of a person', () => {
  const error = failure({ code: 'OAUTH_JWT_CLAIM_COMPARISON_FAILED' }, { claims: { email: 'ada@example.org' } });
  expect(reasonOf(error)).toBe('failed; OAUTH_JWT_CLAIM_COMPARISON_FAILED');
});
