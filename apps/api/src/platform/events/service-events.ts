import { currentRequest, SECURITY_LOG } from '#libs/logging';
import { Logger } from '@nestjs/common';

const log = new Logger(SECURITY_LOG);

/** What strangers try that is an event of no account. */
type ServiceEvent = 'api_key.refused' | 'user.sign_in_failed';

/**
 * Logs an event of the service. It is a line of the log alone: strangers could else fill the database.
 * @param of what was tried, by its fingerprint
 */
export function logServiceEvent(event: ServiceEvent, of: Readonly<Record<string, string>>): void {
  log.log({ event, account: null, ...of, address: currentRequest().origin.address });
}
