import { InvalidInput } from '#libs/errors';
import { MAX_VALUES_OF_UNKNOWN_CALLER } from '../../../apps/api/src/platform/http/body.interceptor.js';
import { leastTime } from '../../../test/support/least-time.js';
import { Email, Flag, Text } from './fields.js';
import { parseJson } from './json-text.js';
import { Lenient, ValidationPipe } from './validation.pipe.js';

@Lenient()
class Attempt {
  @Email()
  email: string;
  @Text({ max: 128 })
  password: string;
  @Flag({ optional: true })
  rememberMe?: boolean;
}

const MOST = 262_144;
const repeat = (piece: string, open = '', close = '') =>
  open + piece.repeat(Math.floor((MOST - open.length - close.length) / piece.length)) + close;
const keys = (count: number) => Array.from({ length: count }, (_, index) => `"k${index}":0`).join();

const pipe = new ValidationPipe();
const check = async (body: Buffer): Promise<void> => {
  const { value, faults } = parseJson(body, MAX_VALUES_OF_UNKNOWN_CALLER);
  if (faults) throw new InvalidInput(faults);
  await pipe.transform(value, { type: 'body', metatype: Attempt });
};

test.each([
  ['wide', `{${keys(23_000)}}`],
  ['wide in a field', `{"email":{${keys(23_000)}},"password":{}}`],
  ['of numbers', repeat('0,', '{"email":[', '0]}')],
  ['deep', repeat('{"email":')],
  ['deep and closed', `${'{"email":'.repeat(26_000)}0${'}'.repeat(26_000)}`],
  ['of lists', repeat('[],', '{"email":[', '0]}')],
  ['of lists in lists', repeat('[[[]]],', '{"email":[', '0]}')],
  ['of objects', repeat('{},', '{"email":[', '0]}')],
  ['of objects with a key', repeat('{"":0},', '{"email":[', '0]}')],
  ['of escapes', repeat('\\u0000', '{"email":"', '"}')],
  ['of many faulty texts', repeat('"\\u0000",', '{"email":[', '0]}')],
  ['one long text', repeat('a@', '{"email":"', '"}')],
  ['a long address', repeat('a.', '{"email":"a@', '"}')],
  ['blank', repeat(' ')],
  ['broken at its end', repeat('"a",', '{"email":[')],
  ['of long numbers', repeat('1', '{"email":', '}')],
  ['of repeated keys', repeat('"email":0,', '{', '"email":0}')],
])('a body of 256 kB that is %s takes less than 25 ms to refuse', async (_name, text) => {
  const body = Buffer.from(text);
  expect(body.length).toBeLessThanOrEqual(MOST);
  await expect(check(body)).rejects.toThrow(InvalidInput);
  expect(await leastTime(() => check(body).catch(() => undefined))).toBeLessThan(25);
});
