import { at, isObject, list, text } from './json.js';

/** Nodes of flattened JSON-LD by their id, so that references can be followed. */
export class LinkedData {
  private readonly byId = new Map<string, Record<string, unknown>>();

  /** @param flattened nodes, and graphs of such */
  constructor(flattened: readonly unknown[]) {
    for (const node of flattened.flatMap((one) => [one, ...list(at(one, '@graph'))])) {
      if (!isObject(node)) continue;
      const id = String(at(node, '@id'));
      this.byId.set(id, { ...this.byId.get(id), ...node });
    }
  }

  get nodes(): unknown[] {
    return [...this.byId.values()];
  }

  /**
   * The values of the properties that have one of these names, whatever the vocabulary: tools differ in where they take
   * them from. References become the nodes that they name.
   */
  all(node: unknown, ...names: string[]): unknown[] {
    if (!isObject(node)) return [];
    return names.flatMap((name) =>
      Object.keys(node)
        .filter((property) => localName(property) === name)
        .flatMap((property) => list(node[property]).map((value) => this.followed(value))),
    );
  }

  /** The texts and addresses among the values of properties. */
  texts(node: unknown, ...names: string[]): string[] {
    return this.all(node, ...names).flatMap((value) => wordsOf(value) ?? []);
  }

  private followed(value: unknown): unknown {
    const id = at(value, '@id');
    return typeof id === 'string' ? (this.byId.get(id) ?? value) : value;
  }
}

/** A literal, or the address of a node; a blank node has none. */
export function wordsOf(value: unknown): string | undefined {
  const id = text(at(value, '@id'));
  const literal = at(value, '@value');
  return text(typeof literal === 'number' ? String(literal) : literal) ?? (id?.startsWith('_:') ? undefined : id);
}

/** The last part of an address, which is its name in a vocabulary. */
export const localName = (address: string): string =>
  address.slice(Math.max(address.lastIndexOf('#'), address.lastIndexOf('/')) + 1);

export const typesOf = (node: unknown): string[] =>
  list(at(node, '@type'))
    .flatMap((type) => text(type) ?? [])
    .map(localName);
