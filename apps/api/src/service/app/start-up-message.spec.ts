import { readSettings } from '#libs/config';
import { addressWarning, startUpMessage } from './start-up-message.js';

test('a person at a terminal is told where the service answers, where mails lie and how to see them', () => {
  const text = startUpMessage(readSettings({ DATA_DIR: '/var/curbcut' }));
  expect(text).toContain('Curbcut answers at http://127.0.0.1:3000\n');
  expect(text).toContain('http://127.0.0.1:3000/docs');
  expect(text).toContain('/var/curbcut/mail');
  expect(text).toContain(`cat "$(ls -t '/var/curbcut/mail'/*.txt | head -1)"`);
});

test('with a mail server its name is told, and not its password', () => {
  const text = startUpMessage(readSettings({ SMTP_URL: 'smtp://me:secret@mail.example.org:587' }));
  expect(text).toContain('mail.example.org:587');
  expect(text).not.toContain('secret');
});

test('what is lacking for more than a trial is told, and nothing where nothing is', () => {
  expect(startUpMessage(readSettings({}))).toContain(
    'it lacks an https address (PUBLIC_URL), a mail server (SMTP_URL), a backup',
  );
  const whole = {
    PUBLIC_URL: 'https://curbcut.example.org',
    SMTP_URL: 'smtp://mail.example.org',
    DATABASE_URL: 'postgres://db.example.org/curbcut',
  };
  expect(startUpMessage(readSettings(whole))).not.toContain('lacks');
});

test('a service on every address of its machine says that links lead to localhost', () => {
  expect(addressWarning(readSettings({ HOST: '0.0.0.0' }))).toContain('links in mails lead to http://localhost:3000');
  expect(addressWarning(readSettings({ HOST: '::', PUBLIC_URL: 'https://curbcut.example.org' }))).toBeUndefined();
  expect(addressWarning(readSettings({}))).toBeUndefined();
});

test('origins from which browsers send no cookies are named', () => {
  const given = {
    PUBLIC_URL: 'https://api.example.org',
    CORS_ORIGINS: 'https://app.example.org,https://app.example.net',
  };
  const text = startUpMessage(readSettings(given));
  expect(text).toContain('It gets no cookies from https://app.example.net: another site');
  expect(startUpMessage(readSettings({ ...given, SESSION_SAME_SITE: 'none' }))).not.toContain('cookies');
});
