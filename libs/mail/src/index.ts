export { checkTransport, type MailMessage, Mailer } from './mailer.js';
export { MailModule } from './mail.module.js';
export { quoted } from './quoted.js';
