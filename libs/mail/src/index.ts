export { type Letter, Mail } from './mail.js';
export { MailModule } from './mail.module.js';
export { quoted } from './quoted.js';
