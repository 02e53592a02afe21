import { formatter } from '@lingui/format-po';

export default {
  rootDir: new URL('.', import.meta.url).pathname,
  sourceLocale: 'en',
  locales: ['en', 'fr'],
  catalogs: [{ path: '<rootDir>/src/words/{locale}', include: ['<rootDir>/src'] }],
  format: formatter({ lineNumbers: false, origins: false }),
  orderBy: 'message',
};
