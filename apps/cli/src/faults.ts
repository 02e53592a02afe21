/**
 * What has to be mended on this machine: flags, configuration, a report that cannot be read. Decided before anything is
 * sent. Exit code 2.
 */
export class LocalFault extends Error {}

/** The service gave no answer, or one that is no yes. Exit code 3. */
export class ServiceFault extends Error {
  /**
   * @param code that of the service's refusal, where there is one
   * @param isOutage whether nobody answered, or with 408, 429 or 5xx: nothing that could be mended here
   */
  constructor(
    message: string,
    readonly code?: string,
    readonly isOutage = false,
  ) {
    super(message);
  }
}
