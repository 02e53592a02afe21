import { readSettings } from '#libs/config';
import { addressWarning, startUpMessage } from './start-up-message.js';

test('the message in a terminal ends with the address to open', () => {
  const lines = startUpMessage(readSettings({ HOST: '0.0.0.0' }))
    .trimEnd()
    .split('\n');
  expect(lines.at(-1)).toBe('Curbcut is running at http://localhost:3000');
});

test('the message names the documentation, the folder of mails and how to show the newest', () => {
  const text = startUpMessage(readSettings({ DATA_DIR: '/var/curbcut' }));
  expect(text).toContain('http://127.0.0.1:3000/docs');
  expect(text).toContain('/var/curbcut/mail');
  expect(text).toContain(`cat "$(ls -t '/var/curbcut/mail'/*.txt | head -1)"`);
});

test('the message names the mail server, but not its password', () => {
  const text = startUpMessage(readSettings({ SMTP_URL: 'smtp://me:secret@mail.example.org:587' }));
  expect(text).toContain('mail.example.org:587');
  expect(text).not.toContain('secret');
});

test('the message names what production lacks, and nothing if nothing is lacking', () => {
  expect(startUpMessage(readSettings({}))).toContain(
    'For production, add an https address (PUBLIC_URL), a mail server (SMTP_URL), a regular backup',
  );
  const whole = {
    PUBLIC_URL: 'https://curbcut.example.org',
    SMTP_URL: 'smtp://mail.example.org',
    DATABASE_URL: 'postgres://db.example.org/curbcut',
  };
  expect(startUpMessage(readSettings(whole))).not.toContain('production');
});

test('a service on every address of its machine says that links lead to localhost', () => {
  expect(addressWarning(readSettings({ HOST: '0.0.0.0' }))).toContain('links in emails point to http://localhost:3000');
  expect(addressWarning(readSettings({ HOST: '::', PUBLIC_URL: 'https://curbcut.example.org' }))).toBeUndefined();
  expect(addressWarning(readSettings({}))).toBeUndefined();
});

test('origins from which browsers send no cookies are named', () => {
  const given = {
    PUBLIC_URL: 'https://api.example.org',
    CORS_ORIGINS: 'https://app.example.org,https://app.example.net',
  };
  const text = startUpMessage(readSettings(given));
  expect(text).toContain('Warning: cookies from https://app.example.net are not accepted');
  expect(startUpMessage(readSettings({ ...given, SESSION_SAME_SITE: 'none' }))).not.toContain('cookies');
});
