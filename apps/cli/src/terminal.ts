/** Where the command line prints. */
export interface Terminal {
  /** The result. */
  out(text: string): void;
  /** What is wrong, and all beside the result where a program reads that. */
  err(text: string): void;
  /** A line that the next one replaces; nothing where no person watches. */
  progress(text: string): void;
  hasColour: boolean;
}

const BLANK = '\r\u001b[K';

/** The terminal of this process. Colours respect NO_COLOR and FORCE_COLOR; a progress line is for people only. */
export function terminalOf({ noColor, quiet }: { noColor: boolean; quiet: boolean }): Terminal {
  const { NO_COLOR, FORCE_COLOR, TERM, CI } = process.env;
  const isForced = Boolean(FORCE_COLOR && FORCE_COLOR !== '0');
  const isWatched = process.stderr.isTTY && TERM !== 'dumb' && !CI && !quiet;
  let isOpen = false;
  const clear = (): void => {
    if (isOpen) process.stderr.write(BLANK);
    isOpen = false;
  };
  return {
    out(text) {
      clear();
      process.stdout.write(text);
    },
    err(text) {
      clear();
      process.stderr.write(text);
    },
    progress(text) {
      if (!isWatched) return;
      process.stderr.write(`${BLANK}${text.slice(0, 79)}`);
      isOpen = true;
    },
    hasColour: !noColor && !NO_COLOR && (isForced || (process.stdout.isTTY === true && TERM !== 'dumb')),
  };
}

const CODES = { red: 31, green: 32, yellow: 33, bold: 1, dim: 2 } as const;

/** A text in a colour, where the terminal has them. */
export const painted = (
  { hasColour }: Pick<Terminal, 'hasColour'>,
  colour: keyof typeof CODES,
  text: string,
): string => (hasColour ? `\u001b[${CODES[colour]}m${text}\u001b[0m` : text);
