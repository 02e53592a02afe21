import type { DestinationStream } from 'pino';

const LEVELS: Readonly<Record<number, string>> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'WARN',
  50: 'ERROR',
  60: 'FATAL',
};

interface Entry {
  level: number;
  time: number;
  msg?: string;
  requestId?: string;
  req?: { method: string; path: string };
  res?: { status: number };
  responseTime?: number;
  problem?: string;
  err?: { message: string; stack?: string };
}

/** A line of the log for a person at a terminal: the time of day, the level, and what happened. */
function plainLine(json: string): string {
  const { level, time, msg, req, res, responseTime, problem, err } = JSON.parse(json) as Entry;
  const request =
    req && `${req.method} ${req.path} ${res?.status ?? ''} ${problem ? `${problem} ` : ''}${responseTime} ms`;
  const texts = [request, request && level < 50 ? undefined : msg, err && (err.stack ?? err.message)];
  // What callers send, such as a path, must not control the terminal.
  const text = texts
    .filter(Boolean)
    .join(' ')
    .replaceAll(/[^\P{C}\n]/gu, ' ');
  return `${new Date(time).toTimeString().slice(0, 8)} ${(LEVELS[level] ?? '').padEnd(5)} ${text}\n`;
}

/** Writes such lines instead of JSON. */
export const plainLines = (out: { write(text: string): unknown }): DestinationStream => ({
  write: (json) => void out.write(plainLine(json)),
});
