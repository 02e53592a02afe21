/**
 * Hashes passwords at the least cost: what a hash costs is 20 ms of work by intent, and hundreds of tests sign somebody up. Only Jest
 * loads this file; that the built service hashes at full cost is for `test/system/start.test.ts` to see.
 */
const argon2 = require('@node-rs/argon2');

const LEAST = { memoryCost: 8, timeCost: 1, parallelism: 1 };
const IS_QUICK = Symbol.for('curbcut.quickPasswords');

// Test files that share their modules share this too.
if (!argon2[IS_QUICK]) {
  const { hash } = argon2;
  Object.assign(argon2, { hash: (password) => hash(password, LEAST), [IS_QUICK]: true });
}
