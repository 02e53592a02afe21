/** The beginning of a text; what is cut in two is no character any more, and could not be stored. */
export const cut = (text: string, max: number): string =>
  text.length <= max ? text : text.slice(0, max).toWellFormed();
