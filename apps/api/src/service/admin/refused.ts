/** Says why a command has done nothing, as a sentence without its stop; returns the exit code. */
export function refused(why: string): number {
  console.error(`${why}; nothing was changed.`);
  return 1;
}
