import type { Request } from 'express';
import { type ConsoleAnswer, consolePaths } from './console-paths.js';

const answerTo = consolePaths(['/', '/sign-in', '/o/:org/p/:product']);
const asked = (path: string, accepts = 'text/html', method = 'GET') =>
  answerTo({ path, method, accepts: (() => accepts) as Request['accepts'] });

test.each<[path: string, answer: ConsoleAnswer | undefined]>([
  ['/', 'page'],
  ['/sign-in', 'page'],
  ['/sign-in/', 'page'],
  ['/o/acme/p/web-shop', 'page'],
  ['/o/acme/p', 'no such page'],
  ['/nowhere', 'no such page'],
  ['/assets/main-4711.js', 'file'],
  ['/apiary', 'no such page'],
  ...[
    '/api/auth/ok',
    '/v1',
    '/docs',
    '/openapi.json',
    '/public/badge/x',
    '/pages/x',
    '/uploads/x',
    '/downloads/x',
    '/health/x',
    '/metrics',
    '/version',
  ].map((path): [string, undefined] => [path, undefined]),
])('a browser that opens %s gets: %s', (path, answer) => {
  expect(asked(path)).toBe(answer);
});

test('a program gets no page anywhere, and files all the same', () => {
  expect([asked('/', 'application/json'), asked('/nowhere', 'application/json')]).toEqual([undefined, undefined]);
  expect(asked('/assets/main-4711.js', 'application/json')).toBe('file');
});

test('HEAD is answered as GET is, and no other verb', () => {
  expect(asked('/', 'text/html', 'HEAD')).toBe('page');
  expect(['POST', 'PUT', 'DELETE', 'OPTIONS'].map((verb) => asked('/', 'text/html', verb))).toEqual(
    Array(4).fill(undefined),
  );
});
