import { messageOf } from './message-of.js';

const failed = (message: string, code?: string): Error => Object.assign(new Error(message), { code });

test.each([
  ['what is refused for want of rights', failed('permission denied for table users', '42501'), /users\. .*must own/],
  ['a full disk', failed('could not extend file', '53100'), /Free space/],
  ['a server that nobody reaches', failed('', 'ECONNREFUSED'), /^ECONNREFUSED\. Check that the PostgreSQL/],
  ['a connection that is cut off', failed('Connection terminated unexpectedly'), /closed the connection/],
  ['a connection that is reset', failed('read ECONNRESET', 'ECONNRESET'), /closed the connection/],
  ['anything else', failed('There is no file x.'), /^There is no file x\.$/],
])('a command says of %s what is wrong, and what to do where that is known', (_what, error, message) => {
  expect(messageOf(error)).toMatch(message);
});
