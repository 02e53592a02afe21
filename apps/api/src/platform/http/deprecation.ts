/** That an endpoint goes, and what takes its place. */
export interface DeprecationOptions {
  /** The day from which on it should not be used, `YYYY-MM-DD`. */
  since: string;
  /** The day from which on it may be gone: a year later, or more. */
  sunset: string;
  /** What to use in its place, for the documentation. */
  instead: string;
}

/** For how long what is deprecated goes on. */
const MONTHS = 12;

/** The headers of its answers: `Deprecation` (RFC 9745) and `Sunset` (RFC 8594). */
export const deprecationHeaders = ({ since, sunset }: DeprecationOptions): Record<string, string> => ({
  Deprecation: `@${new Date(since).getTime() / 1000}`,
  Sunset: new Date(sunset).toUTCString(),
});

/** Whether it goes sooner than clients were promised. */
export function goesTooSoon({ since, sunset }: DeprecationOptions): boolean {
  const earliest = new Date(since);
  earliest.setUTCMonth(earliest.getUTCMonth() + MONTHS);
  return !(new Date(sunset) >= earliest);
}
