import type { ConformanceDocument, DocumentRequirement } from '../conformance-document.js';

/** How many requirements make a slice. */
const SLICE = 100;

/**
 * A part of a document that is small enough to be copied at once: first all of it without its requirements, then these
 * in their order.
 */
export type DocumentSlice =
  | { bare: ConformanceDocument }
  /** `standard`: its place in the document, from 0. */
  | { standard: number; requirements: DocumentRequirement[] };

/** A document in slices, which `documentOf` puts together again. */
export function documentSlices(document: ConformanceDocument): DocumentSlice[] {
  const further = document.furtherStandards ?? [];
  const lists = [document, ...further].map(({ requirements }) => requirements);
  return [
    { bare: withRequirements(document, () => []) },
    ...lists.flatMap((list, standard) =>
      Array.from({ length: Math.ceil(list.length / SLICE) }, (_, place) => ({
        standard,
        requirements: list.slice(place * SLICE, (place + 1) * SLICE),
      })),
    ),
  ];
}

/** The document that these are the slices of. */
export function documentOf(slices: readonly DocumentSlice[]): ConformanceDocument {
  const [first, ...rest] = slices as [{ bare: ConformanceDocument }, ...{ standard: number; requirements: [] }[]];
  return withRequirements(first.bare, (place) =>
    rest.filter(({ standard }) => standard === place).flatMap(({ requirements }) => requirements),
  );
}

function withRequirements(
  document: ConformanceDocument,
  requirementsAt: (place: number) => DocumentRequirement[],
): ConformanceDocument {
  const further = document.furtherStandards?.map((standard, index) => ({
    ...standard,
    requirements: requirementsAt(index + 1),
  }));
  return { ...document, requirements: requirementsAt(0), ...(further && { furtherStandards: further }) };
}
