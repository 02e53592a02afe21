import { quoted } from './quoted.js';

test.each([
  ['Ada', '“Ada”'],
  ['Ada\r\nBcc: all@example.org', '“Ada Bcc: all@example.org”'],
  ['Ada”, your bank. “Send', '“Ada", your bank. "Send”'],
  ['\u202eevil', '“evil”'],
  ['\n', '“?”'],
  ['x'.repeat(200), `“${'x'.repeat(100)}”`],
])('%j is quoted on one line', (name, text) => {
  expect(quoted(name)).toBe(text);
});
