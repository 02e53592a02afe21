import { readSettings } from '#libs/config';
import { startUpMessage } from './start-up-message.js';

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
