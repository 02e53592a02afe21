import { createLogger } from './logger.js';
import { plainLines } from './plain-lines.js';

function linesOf(log: (logger: ReturnType<typeof createLogger>) => void): string {
  let text = '';
  log(createLogger('info', plainLines({ write: (line: string) => (text += line) })));
  return text;
}

test('a person reads the time, the level and what happened', () => {
  expect(linesOf((log) => log.warn('waiting for the database'))).toMatch(
    /^\d\d:\d\d:\d\d WARN {2}waiting for the database\n$/,
  );
  const request = { req: { method: 'GET', path: '/docs' }, requestId: 'x', res: { status: 200 }, responseTime: 3 };
  expect(linesOf((log) => log.info(request, 'request completed'))).toMatch(/ info {2}GET \/docs 200 3 ms\n$/);
  const refused = { ...request, res: { status: 401 }, problem: 'unauthenticated' };
  expect(linesOf((log) => log.info(refused, 'request completed'))).toMatch(/GET \/docs 401 unauthenticated 3 ms\n$/);
  expect(linesOf((log) => log.error({ err: new Error('broken') }, 'unexpected failure'))).toMatch(
    /ERROR unexpected failure Error: broken\n {4}at /,
  );
});

test('what a caller sends cannot control the terminal', () => {
  const request = { req: { method: 'GET', path: '/\u001b[2J\u202e' }, res: { status: 404 }, responseTime: 1 };
  expect(linesOf((log) => log.info(request, 'request completed'))).toMatch(/GET \/ \[2J {2}404 1 ms\n$/);
});
