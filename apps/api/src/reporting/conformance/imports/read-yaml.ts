import { Composer, CST, Lexer, Parser } from 'yaml';

/** How deep a file may be, in the steps of the parser: a list in a list takes two. */
const MAX_DEPTH = 100;
/** How many words, marks and spaces between them a file may have. */
const MAX_WORDS = 200_000;

/** Why a text is not read. */
export class UnreadableYaml extends Error {}

/** Numbers are told as they are written: 2.10 is the version 2.10. */
const OPTIONS = {
  customTags: (tags: readonly unknown[]) =>
    tags.filter((tag) => !/:(?:int|float)$/.test((tag as { tag: string }).tag)) as never,
  merge: false,
  uniqueKeys: true,
  stringKeys: true,
  resolveKnownTags: false,
  logLevel: 'error',
} as const;

/**
 * Reads a document of YAML 1.2, of which JSON is a part. What could make much of little is refused before anything is
 * made of it: anchors, aliases and tags, and deep nesting.
 * @throws UnreadableYaml
 */
export function readYaml(text: string): unknown {
  const [document, another] = new Composer(OPTIONS).compose(tokensOf(text));
  if (!document) throw new UnreadableYaml('The file is empty.');
  if (another) throw new UnreadableYaml('The file has several documents.');
  const [fault] = document.errors;
  if (fault) throw new UnreadableYaml(`The file is not valid YAML: ${fault.message.slice(0, 300)}`);
  return document.toJS({ maxAliasCount: 0 });
}

// Composing follows the nesting by calling itself, and stops the whole process where that is too deep.
function tokensOf(text: string): CST.Token[] {
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  let [words, isScalar] = [0, false];
  for (const word of new Lexer().lex(text)) {
    const kind = isScalar ? null : CST.tokenType(word);
    if (kind === 'anchor' || kind === 'alias' || kind === 'tag')
      throw new UnreadableYaml(`The file has an anchor, an alias or a tag: ${JSON.stringify(word.slice(0, 50))}.`);
    isScalar = word === CST.SCALAR;
    tokens.push(...parser.next(word));
    words += 1;
    if (parser.stack.length > MAX_DEPTH) throw new UnreadableYaml('The file is nested too deeply.');
    if (words > MAX_WORDS) throw new UnreadableYaml('The file has too many values.');
  }
  return [...tokens, ...parser.end()];
}
