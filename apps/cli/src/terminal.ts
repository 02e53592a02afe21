import { printable } from './printable.js';

/** Where the command line prints, and the only place: all that others have written is made harmless here. */
export interface Terminal {
  /** The result. */
  out(text: string): void;
  /** What is wrong, and all beside the result where a program reads that. */
  err(text: string): void;
  /** A command to the log of GitHub, `name properties::message`, where `err` on standard error. */
  command(text: string, stream: 'out' | 'err'): void;
  /** A line that the next one replaces; nothing where no person watches. */
  progress(text: string): void;
  /** What is told with --verbose only. */
  detail(text: string): void;
  hasColour: boolean;
}

const BLANK = '\r\u001b[K';
const STREAMS = { out: process.stdout, err: process.stderr } as const;

interface Manner {
  noColor?: boolean;
  quiet?: boolean;
  verbose?: boolean;
}

/** The terminal of this process. Colours respect NO_COLOR and FORCE_COLOR; a progress line is for people only. */
export function terminalOf({ noColor = false, quiet = false, verbose = false }: Manner = {}): Terminal {
  const { NO_COLOR, FORCE_COLOR, TERM, CI } = process.env;
  const isForced = Boolean(FORCE_COLOR && FORCE_COLOR !== '0');
  const isWatched = process.stderr.isTTY && TERM !== 'dumb' && !CI && !quiet;
  let isOpen = false;
  const write = (stream: keyof typeof STREAMS, text: string): void => {
    if (isOpen) process.stderr.write(BLANK);
    isOpen = false;
    STREAMS[stream].write(text);
  };
  const err = (text: string): void => write('err', printable(text));
  return {
    out: (text) => write('out', printable(text)),
    err,
    command: (text, stream) => write(stream, `::${printable(text).replaceAll('\n', ' ')}\n`),
    progress(text) {
      if (!isWatched) return;
      process.stderr.write(`${BLANK}${printable(text).replaceAll(/\s+/g, ' ').slice(0, 79)}`);
      isOpen = true;
    },
    detail: (text) => (verbose ? err(`curbcut: ${text}\n`) : undefined),
    hasColour: !noColor && !NO_COLOR && (isForced || (process.stdout.isTTY === true && TERM !== 'dumb')),
  };
}
