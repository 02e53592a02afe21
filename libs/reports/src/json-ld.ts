import { contextAt } from './earl-contexts.js';
import { entries, isObject, list } from './json.js';
import { type ReadContext, UnreadableReportError } from './report.js';

const LARGEST = 10_000_000;

/** The nodes of JSON-LD, flat, and a sentence where some are faulty and have been set aside. */
interface Flattened {
  nodes: unknown[];
  faults: string[];
}

/**
 * Expands and flattens JSON-LD, by the contexts that are known. A node that is faulty is set aside.
 * @throws UnreadableReportError where nothing can be read
 */
export async function flattened(
  reports: readonly unknown[],
  { file, size }: Pick<ReadContext, 'file' | 'size'>,
): Promise<Flattened> {
  if (size > LARGEST)
    throw new UnreadableReportError(file, 'is EARL of more than 10 MB.', 'Write a report for each part of the site.');
  // Large, and for this format alone.
  const { default: jsonld } = await import('jsonld');
  let unknown: string | undefined;
  const documentLoader = async (url: string) => {
    const document = contextAt(url);
    if (!document) unknown = url;
    return { contextUrl: null, documentUrl: url, document: { '@context': document ?? {} } };
  };
  const expand = async (document: unknown): Promise<unknown[]> => {
    const expanded: unknown = await jsonld.expand(document, { documentLoader });
    // The library keeps nodes in a plain object by their ids: a node `__proto__` would be written into every object
    // there is.
    const inherited = idsIn(expanded).find((id) => id in Object.prototype);
    if (inherited !== undefined) throw new Error(`${inherited} is not an address`);
    return list(expanded);
  };
  const read = async (): Promise<Flattened> => {
    const documents = reports.map(withoutOddIds);
    const { expanded, faults } = await expand(documents).then(
      (whole) => ({ expanded: whole, faults: [] as string[] }),
      (error: unknown) => expandPieces(documents.flatMap(piecesOf), expand, error),
    );
    return { nodes: list(await jsonld.flatten(expanded, null, { documentLoader })), faults };
  };
  const result = await read().catch((error: unknown) => {
    throw new UnreadableReportError(
      file,
      `is not valid JSON-LD (${wordsOf(error)}).`,
      'Create the report again with the tool.',
    );
  });
  if (unknown !== undefined) {
    throw new UnreadableReportError(
      file,
      `names the context ${unknown}, which is not fetched.`,
      'Include the context in the report, or use that of the ACT rules: https://act-rules.github.io/earl-context.json.',
    );
  }
  return result;
}

/** @throws the error of the whole, where no piece is valid either */
async function expandPieces(
  pieces: readonly unknown[],
  expand: (document: unknown) => Promise<unknown[]>,
  error: unknown,
): Promise<{ expanded: unknown[]; faults: string[] }> {
  const expanded: unknown[] = [];
  const errors: unknown[] = [];
  for (const piece of pieces) {
    try {
      expanded.push(...(await expand(piece)));
    } catch (fault) {
      errors.push(fault);
    }
  }
  if (expanded.length === 0) throw error;
  const faults =
    errors.length === 0 ? [] : [`${errors.length} of ${pieces.length} nodes are invalid (${wordsOf(errors[0])}).`];
  return { expanded, faults };
}

/** The nodes of a document, each with its context, and those below a subject with that subject. */
function piecesOf(document: unknown): unknown[] {
  if (!isObject(document)) return [document];
  const { '@context': context, '@graph': graph, ...properties } = document;
  const nodes =
    graph === undefined
      ? [properties]
      : [...(Object.keys(properties).length > 0 ? [properties] : []), ...[graph].flat()];
  return nodes.flatMap((node) => {
    if (!isObject(node)) return [];
    const { assertions, ...subject } = node;
    const each = Array.isArray(assertions)
      ? assertions.map((one: unknown) => ({ ...subject, assertions: [one] }))
      : [node];
    return each.map((piece) => (context === undefined ? piece : { '@context': context, ...piece }));
  });
}

/** QualWeb names tests by an object where it has no address of them: such a node has its title alone. */
function withoutOddIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutOddIds);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, inner]) => key !== '@id' || !isObject(inner))
      .map(([key, inner]) => [key, key === '@context' ? inner : withoutOddIds(inner)]),
  );
}

/** The ids of all nodes, and of all that they refer to. */
const idsIn = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.flatMap(idsIn)
    : entries(value).flatMap(([key, inner]) => (key === '@id' ? [String(inner)] : idsIn(inner)));

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
