import { type FaultCode, Forbidden, InvalidInput, NotFound, Unauthenticated } from '#libs/errors';
import { codesAtPath, codesForPath } from './wire-codes.js';

const fault = (code: FaultCode) => new InvalidInput([{ path: '', code, message: '' }]);

test.each([
  ['/api/auth/sign-in/email', fault('required'), 'VALIDATION_ERROR', 'invalid_input'],
  ['/API/auth/sign-in/email', fault('invalid_json'), 'BAD_REQUEST', 'invalid_input'],
  ['/api/auth/list-sessions', new Unauthenticated(), 'UNAUTHORIZED', 'unauthenticated'],
  [
    '/api/auth/sign-in/email',
    new Unauthenticated('INVALID_EMAIL_OR_PASSWORD', ''),
    'INVALID_EMAIL_OR_PASSWORD',
    'invalid_email_or_password',
  ],
  [
    '/api/auth/organization/update',
    new Forbidden('YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_ORGANIZATION', ''),
    'YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_ORGANIZATION',
    'role_too_low',
  ],
  [
    '/api/auth/organization/list-members',
    new Forbidden('YOU_ARE_NOT_ALLOWED_TO_ACCESS_THIS_ORGANIZATION', ''),
    'YOU_ARE_NOT_ALLOWED_TO_ACCESS_THIS_ORGANIZATION',
    'not_a_member',
  ],
  ['/api/auth/nothing', new NotFound('path'), 'not_found', 'not_found'],
  ['/v1/functional-needs', fault('required'), 'invalid_input', undefined],
  ['/api/authors', new Unauthenticated(), 'unauthenticated', undefined],
])('at %s a refusal has the code that its clients know, and ours', (path, error, code, problemCode) => {
  expect(codesAtPath(path, error)).toEqual({ code, ...(problemCode && { problemCode }) });
});

test('the document lists each code that a refusal may have', () => {
  expect(codesForPath('/api/auth/ok', 'invalid_input')).toEqual(['VALIDATION_ERROR', 'BAD_REQUEST']);
  expect(codesForPath('/v1/me/events', 'invalid_input')).toEqual(['invalid_input']);
});
