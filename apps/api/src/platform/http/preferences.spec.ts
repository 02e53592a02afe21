import { prefers } from './preferences.js';

const stated = (prefer?: string | string[]) => prefers({ headers: { prefer } as never }, 'session', 'cookie');

test.each([
  'session=cookie',
  'Session = "cookie"',
  'respond-async, session=cookie; wait=10',
  'handling=strict,session=cookie',
])('%s states it', (prefer) => expect(stated(prefer)).toBe(true));

test.each([
  undefined,
  '',
  'session',
  'session=',
  'session=token',
  'x-session=cookie',
  'wait=10; session=cookie',
  '=,;',
])('%s does not', (prefer) => expect(stated(prefer)).toBe(false));
