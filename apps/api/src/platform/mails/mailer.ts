import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Settings } from '#libs/config';
import { newId } from '#libs/ids';
import { Jobs } from '#libs/jobs';
import { beginSpan, traced } from '#libs/telemetry';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import type { Transporter } from 'nodemailer';
import type { EntityManager } from 'typeorm';

/** A mail in plain text, which may also be a page. */
export interface MailMessage {
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** Further headers. */
  headers?: Readonly<Record<string, string>>;
}

const SEND_MAIL = 'send_mail';

/**
 * Sends mail: over SMTP where configured, otherwise into the folder `mail` of the data folder,
 * so that a newcomer can follow the links without a mail server.
 */
@Injectable()
export class Mailer implements OnModuleInit {
  private readonly log = new Logger(Mailer.name);
  private transport?: Promise<Transporter>;

  constructor(
    private readonly settings: Settings,
    private readonly jobs: Jobs,
  ) {}

  onModuleInit(): void {
    // Jobs queued by releases that wrote mails before sending.
    this.jobs.handle<MailMessage>(SEND_MAIL, (message) => this.send(message));
  }

  /** Queues a mail without secrets, in the transaction that causes it. */
  async enqueue(tx: EntityManager, message: MailMessage): Promise<void> {
    await this.jobs.add(tx, SEND_MAIL, message);
  }

  /** Sends a mail immediately; its content is not stored elsewhere. */
  async send(message: MailMessage): Promise<void> {
    const { smtpUrl } = this.settings;
    if (smtpUrl) {
      this.transport ??= openTransport(smtpUrl);
      const transport = await this.transport;
      const span = beginSpan('client', 'send mail', { 'server.address': new URL(smtpUrl).hostname });
      await traced(span, () =>
        transport.sendMail({ from: this.settings.mailFrom, ...message, headers: { ...message.headers } }),
      );
      return;
    }
    const folder = join(this.settings.dataDir, 'mail');
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = join(folder, `${newId()}.txt`);
    await writeFile(file, `To: ${message.to}\nSubject: ${message.subject}\n\n${message.text}\n`, { mode: 0o600 });
    // Links in mails are secrets, so only the path of the file is logged.
    this.log.warn(`no SMTP_URL: the email to ${message.to} ("${message.subject}") is stored in ${file}`);
  }
}

// Loaded only where it is used: a start and idle memory are smaller without it.
async function openTransport(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport(url);
}

/** Connects to a mail server and signs in, as sending would. Rejects where that fails. */
export async function checkTransport(url: string): Promise<void> {
  const transport = await openTransport(url);
  await transport.verify().finally(() => transport.close());
}
