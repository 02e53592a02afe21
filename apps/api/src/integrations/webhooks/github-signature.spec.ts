import { isSignedByGitHub } from './github-signature.js';

// The example of GitHub's documentation, "Validating webhook deliveries".
const BODY = Buffer.from('Hello, World!');
const SECRET = "It's a Secret to Everybody";
const SIGNATURE = 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17';

test('the signature of GitHub’s own example is accepted', () => {
  expect(isSignedByGitHub(BODY, SIGNATURE, SECRET)).toBe(true);
});

test.each([
  ['another body', Buffer.from('Hello, World'), SIGNATURE, SECRET],
  ['another secret', BODY, SIGNATURE, 'another secret'],
  ['another signature', BODY, SIGNATURE.replace('7', '8'), SECRET],
  ['a shorter one', BODY, SIGNATURE.slice(0, -1), SECRET],
  ['none', BODY, undefined, SECRET],
])('%s is not', (_name, body, header, secret) => {
  expect(isSignedByGitHub(body, header, secret)).toBe(false);
});
