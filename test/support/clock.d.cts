/** Says when the run begins, in its first process. */
export function begin(): void;
/** Puts the clock of this process back. */
export function putBack(): void;
