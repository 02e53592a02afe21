import { Conflict, Forbidden, InvalidInput, Unauthenticated } from '#libs/errors';
import { missingFields, nameErrors, formErrorsOf } from './form-errors.js';

class Gone extends Conflict {
  readonly code = 'gone';
}

test('a refusal of a password is told at the password', () => {
  const error = new Unauthenticated('INVALID_EMAIL_OR_PASSWORD', 'The email address or the password is wrong.');
  expect(formErrorsOf(error, ['password'])).toEqual({
    status: 401,
    errors: [{ field: 'password', message: 'The email address or the password is wrong.' }],
  });
  expect(() => formErrorsOf(error, ['code'])).toThrow(error);
});

test('faults are told at their fields, and only if each has one in the form', () => {
  const name = { path: '/name', code: 'too_long' as const, message: 'Too long.' };
  expect(formErrorsOf(new InvalidInput([name]), ['name'])).toEqual({
    status: 400,
    errors: [{ field: 'name', message: 'Too long.' }],
  });
  const both = new InvalidInput([name, { ...name, path: '/token' }]);
  expect(() => formErrorsOf(both, ['name'])).toThrow(both);
});

test.each([new Gone('No more.'), new Forbidden('no', 'No.'), new Error('a fault of ours')])(
  'what no field can put right is thrown on: %s',
  (error) => {
    expect(() => formErrorsOf(error, ['password'])).toThrow(error);
  },
);

test('a form with blank fields names each of them', () => {
  const labels = { name: 'Your name', password: 'A password', code: 'A code' };
  expect(missingFields({ name: ' ', password: 'x' }, labels)?.errors).toEqual([
    { field: 'name', message: 'Your name' },
    { field: 'code', message: 'A code' },
  ]);
  expect(missingFields({ name: 'x', password: 'x', code: 'x' }, labels)).toBeUndefined();
});

test.each([
  ['Ada', true],
  ['  Ada  Lovelace ', true],
  ['A\nB', false],
  ['A\u202eB', false],
  ['x'.repeat(101), false],
])('whether %j is a name: %s', (name, right) => {
  expect(nameErrors(name) === undefined).toBe(right);
});
