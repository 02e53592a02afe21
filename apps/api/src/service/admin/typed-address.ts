/** An address of mail that an operator has typed, as accounts have theirs. */
export const typedAddress = (typed: string): string => typed.trim().toLowerCase();
