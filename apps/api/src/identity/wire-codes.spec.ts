import { InvalidInput, NotFound, Unauthenticated } from '#libs/errors';
import { codeForPath, codesForPath } from './wire-codes.js';

const fault = (code: string) => new InvalidInput([{ path: '', code, message: '' }]);

test.each([
  ['/api/auth/sign-in/email', fault('required'), 'VALIDATION_ERROR'],
  ['/API/auth/sign-in/email', fault('invalid_json'), 'BAD_REQUEST'],
  ['/api/auth/list-sessions', new Unauthenticated(), 'UNAUTHORIZED'],
  ['/api/auth/sign-in/email', new Unauthenticated('INVALID_EMAIL_OR_PASSWORD', ''), 'INVALID_EMAIL_OR_PASSWORD'],
  ['/api/auth/nothing', new NotFound('path'), 'not_found'],
  ['/v1/functional-needs', fault('required'), 'invalid_input'],
  ['/api/authors', new Unauthenticated(), 'unauthenticated'],
])('at %s a refusal has the code that its clients know', (path, error, code) => {
  expect(codeForPath(path, error)).toBe(code);
});

test('the document lists each code that a refusal may have', () => {
  expect(codesForPath('/api/auth/ok', 'invalid_input')).toEqual(['VALIDATION_ERROR', 'BAD_REQUEST']);
  expect(codesForPath('/v1/me/events', 'invalid_input')).toEqual(['invalid_input']);
});
