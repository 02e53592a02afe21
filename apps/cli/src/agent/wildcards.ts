/**
 * A pattern in which `*` stands for any characters. Each piece is looked for once, from where the last one ended, so that no
 * pattern takes long.
 * @param isWhole whether a text must end where the pattern does
 */
export function wildcards(pattern: string, isWhole: boolean): (text: string) => boolean {
  const [first = '', ...others] = pattern.split(/\*+/);
  const last = isWhole ? others.pop() : undefined;
  return (text) => {
    if (!text.startsWith(first)) return false;
    let at = first.length;
    for (const piece of others) {
      const found = text.indexOf(piece, at);
      if (found < 0) return false;
      at = found + piece.length;
    }
    if (last !== undefined) return text.length - last.length >= at && text.endsWith(last);
    return !isWhole || text.length === at;
  };
}
