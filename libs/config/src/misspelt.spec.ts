import { misspeltVariables } from './misspelt.js';

const KNOWN = ['HOST', 'PORT', 'SMTP_URL', 'SECRET_KEY', 'SECRET_KEY_FILE', 'LOG_LEVEL', 'PUBLIC_URL'];

test.each([
  [{ SMTP_ULR: 'x' }, 'SMTP_URL'],
  [{ SECRETKEY: 'x' }, 'SECRET_KEY'],
  [{ SECRET_KEY_FIEL: 'x' }, 'SECRET_KEY_FILE'],
  [{ LOG_LVEEL: 'x' }, 'LOG_LEVEL'],
  [{ PUBLIC_URLS: 'x' }, 'PUBLIC_URL'],
])('%o is taken for one that is meant', (variables, meant) => {
  expect(misspeltVariables(variables, KNOWN)).toEqual([{ name: Object.keys(variables)[0], meant }]);
});

test('what is another variable, short, or beside the right one is no mistake', () => {
  expect(misspeltVariables({ HOME: 'x', PATH: 'x', LOGNAME: 'x', npm_config: 'x', SMTP_URL: 'x' }, KNOWN)).toEqual([]);
  expect(misspeltVariables({ SMTP_URI: 'x', SMTP_URL: 'x' }, KNOWN)).toEqual([]);
});
