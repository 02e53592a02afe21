import type { LoggerService } from '@nestjs/common';
import { type DestinationStream, type Logger, pino } from 'pino';
import { plainLines } from './plain-lines.js';
import { currentRequest } from './request.js';

export type { Logger } from 'pino';
export { logRequests, noteRefusal, type Refusal } from './request-log.js';

/** Paths of secrets that are redacted in log lines. */
const SECRETS = [
  'req.headers.authorization',
  'req.headers.cookie',
  'req.headers["x-api-key"]',
  'req.headers["x-hub-signature-256"]',
  'res.headers["set-cookie"]',
  'res.headers["set-auth-token"]',
  '*.password',
  '*.token',
  '*.secret',
  '*.key',
];

/**
 * The service's log: JSON lines with the id of the request they belong to, or plain ones where a person reads them at a
 * terminal.
 */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      serializers: { err: describeError },
      redact: { paths: SECRETS, censor: '[redacted]' },
      mixin: () => {
        const { id } = currentRequest();
        return id ? { requestId: id } : {};
      },
    },
    destination ?? (process.stdout.isTTY ? plainLines(process.stdout) : pino.destination({ fd: 1, sync: true })),
  );
}

// Errors of failed statements contain their parameters, which are personal data.
const describeError = (error: unknown): object => {
  const { name, message, stack, code } = (error ?? {}) as Partial<Error & { code: unknown }>;
  return { type: name, message: message ?? String(error), code, stack };
};

/** The logger context of security events, which are logged at the default level. */
export const SECURITY_LOG = 'audit';

/** A Nest logger that writes to the same log. */
export function nestLogger(logger: Logger): LoggerService {
  const text = (message: unknown): string => (typeof message === 'string' ? message : JSON.stringify(message));
  return {
    log: (message: unknown, context?: unknown) =>
      context === SECURITY_LOG ? logger.info(message, SECURITY_LOG) : logger.debug({ context }, text(message)),
    error: (message: unknown, ...rest: unknown[]) => logger.error({ details: rest }, text(message)),
    warn: (message: unknown, ...rest: unknown[]) => logger.warn({ details: rest }, text(message)),
    fatal: (message: unknown, ...rest: unknown[]) => logger.fatal({ details: rest }, text(message)),
    debug: (message: unknown) => logger.debug(text(message)),
    verbose: (message: unknown) => logger.trace(text(message)),
  };
}
