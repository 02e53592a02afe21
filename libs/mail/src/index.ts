export { type Letter, Mail } from './mail.js';
export { MailModule } from './mail.module.js';
