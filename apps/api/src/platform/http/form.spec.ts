import { parseForm } from './form.js';

const parsed = (text: string) => parseForm(Buffer.from(text));

test('a form is an object of texts', () => {
  expect(parsed('token=a+b&name=%C3%A9')).toEqual({ value: { token: 'a b', name: 'é' } });
});

test('a name that stands twice is a fault', () => {
  expect(parsed('a=1&a=2').faults).toMatchObject([{ path: '/a', code: 'duplicate' }]);
});

test('a form of too many fields is refused before it is parsed, with one fault', () => {
  expect(parsed('a&'.repeat(99))).toMatchObject({ faults: [{ path: '/a', code: 'duplicate' }, ...Array(97).fill({})] });
  expect(parsed('a&'.repeat(300_000)).faults).toEqual([
    { path: '', code: 'too_many', message: 'A form can have at most 100 fields.', params: { max: 100 } },
  ]);
});
