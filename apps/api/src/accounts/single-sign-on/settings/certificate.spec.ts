import { makeCertificate } from '../../../../../../test/support/certificate.js';
import { msUntil, nowMs } from '../../../../../../test/support/moments.js';
import { certificateFault, certificateState, readCertificate } from './certificate.js';

const good = makeCertificate({ days: 30 });
const bare = good.pem.split('\n').slice(1, -1).join('');

test('a certificate is read as PEM and as the base64 of it, and is the same one', () => {
  const read = readCertificate(good.pem)!;
  expect(read.fingerprint).toMatch(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/);
  expect(msUntil(read.validUntil)).toBeGreaterThan(29 * 86_400_000);
  expect(readCertificate(bare)).toEqual(read);
  expect(readCertificate(`\n${good.pem.replace(/\n/g, '\r\n')}\n`)).toEqual(read);
  expect(certificateFault(good.pem, nowMs())).toBeUndefined();
});

test.each([
  ['no certificate', 'hello there'],
  ['nothing', ''],
  ['base64 of something else', Buffer.from('something else').toString('base64')],
  ['two of them', `${good.pem}\n${good.pem}`],
  ['a key', good.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string],
])('%s is refused', (_what, text) => {
  expect(readCertificate(text)).toBeUndefined();
  expect(certificateFault(text, nowMs())).toBe('must be a single X.509 certificate, as PEM');
});

test('a certificate is pending, valid, in its last seven days, or ended', () => {
  const [validFrom, validUntil] = [new Date('2026-01-01T00:00:00Z'), new Date('2026-03-01T00:00:00Z')];
  const at = (moment: string) => certificateState({ validFrom, validUntil }, Date.parse(moment));
  expect(at('2025-12-31T23:59:59Z')).toBe('pending');
  expect(at('2026-01-01T00:00:00Z')).toBe('valid');
  expect(at('2026-02-21T23:59:59Z')).toBe('valid');
  expect(at('2026-02-22T00:00:00Z')).toBe('ending');
  expect(at('2026-03-01T00:00:00Z')).toBe('ended');
});

test('what has ended, is too short or of another kind of key is refused, each for its reason', () => {
  expect(certificateFault(makeCertificate({ days: -1 }).pem, nowMs())).toMatch(/^expired at /);
  expect(certificateFault(good.pem, nowMs() + 31 * 86_400_000)).toMatch(/^expired at /);
  expect(certificateFault(makeCertificate({ bits: 1024 }).pem, nowMs())).toBe('must have a key of at least 2048 bits');
  expect(certificateFault(makeCertificate({ curve: true }).pem, nowMs())).toBe('must have an RSA key');
});
