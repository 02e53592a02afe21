import { newBackupCodes, newSeed, normalizeCode, matchingStep, otpauthUri } from './totp.js';

// RFC 6238, appendix B (SHA-1): the seed is "12345678901234567890"; codes of six digits are the last six of its eight.
const SEED = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test.each([
  [59, '287082', 1],
  [1111111109, '081804', 37037036],
  [1111111111, '050471', 37037037],
  [1234567890, '005924', 41152263],
  [2000000000, '279037', 66666666],
  [20000000000, '353130', 666666666],
])('at %d s the code is %s', (seconds, code, step) => {
  expect(matchingStep(SEED, code, seconds * 1000)).toBe(step);
});

test('a code is taken one step early and late, and no further', () => {
  const at = (steps: number) => matchingStep(SEED, '050471', 1111111111_000 + steps * 30_000);
  expect([at(-2), at(-1), at(0), at(1), at(2)]).toEqual([undefined, 37037037, 37037037, 37037037, undefined]);
});

test.each(['', '05047', '0504711', '05047a', '-50471', '٠٥٠٤٧١', '05 0471 ', 'x'.repeat(100)])(
  '%p is not a valid code',
  (code) => {
    expect(matchingStep(SEED, code, 1111111111_000)).toBe(code === '05 0471 ' ? 37037037 : undefined);
  },
);

test('seeds and backup codes are long, and never the same', () => {
  expect(newSeed()).toMatch(/^[A-Z2-7]{32}$/);
  const codes = [...newBackupCodes(), ...newBackupCodes()];
  expect(new Set(codes).size).toBe(20);
  for (const code of codes) expect(code).toMatch(/^([a-z0-9]{4}-){6}[a-z0-9]{2}$/);
});

test('a backup code is read however it is written', () => {
  expect(normalizeCode(' AB2D efgh-jkmn_pqrs ')).toBe('ab2defghjkmnpqrs');
});

test('the address for authenticators names issuer and account', () => {
  expect(otpauthUri(SEED, 'ada@example.org', 'Curbcut')).toBe(
    `otpauth://totp/Curbcut:ada%40example.org?issuer=Curbcut&secret=${SEED}&algorithm=SHA1&digits=6&period=30`,
  );
});
