import type { Settings } from '#libs/config';

/** A command as it was typed. */
export interface Call {
  settings: Settings;
  /** What stands for each parameter, in their order. */
  values: readonly string[];
  flags: ReadonlySet<string>;
  /** What was given with flags that take something, by the flag. */
  options: ReadonlyMap<string, string>;
}

/** A command of the operator. */
export interface Command {
  /** The words that name it, then its parameters in capitals. */
  usage: string;
  /** Words that may stand anywhere behind its name, such as `--offline`, or `--key FILE` with what it takes. */
  flags?: readonly string[];
  /** What it does, in sentences. */
  help: string;
  /** Does it, says what became of it, and returns the exit code. */
  run(call: Call): Promise<number>;
}
