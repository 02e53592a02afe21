import { WCAG_CRITERIA } from '../../../standards/catalogue/data/wcag-criteria.generated.js';
import type { ConformanceDocument, DocumentRequirement } from '../conformance-document.js';
import { wcagVersionOf } from '../wcag-version.js';

const ANCHORS = new Map(
  WCAG_CRITERIA.flatMap(({ number, versions }) =>
    Object.entries(versions).map(([version, { url }]) => [`${version} ${number}`, url.split('#')[1]!] as const),
  ),
);

const CRITERIA = new Map(
  WCAG_CRITERIA.flatMap(({ number, versions }) =>
    Object.values(versions).map(({ url }) => [url.split('#')[1]!, number] as const),
  ),
);

/** The number of the criterion that an anchor of any version of WCAG leads to. */
export const criterionOfAnchor = (anchor: string): string | undefined => CRITERIA.get(anchor);

type Standard = ConformanceDocument['standard'];

/**
 * The anchor of the criterion that a requirement is or takes over, in that version of WCAG: `contrast-minimum`; null:
 * it is none.
 */
export function wcagAnchor(standard: Standard, { wcag }: Pick<DocumentRequirement, 'wcag'>): string | null {
  return wcag === null ? null : (ANCHORS.get(`${wcagVersionOf(standard)} ${wcag}`) ?? null);
}

/** Where a criterion of WCAG stands in the version that a standard is, or rests on; null: nowhere. */
export function wcagAddress(standard: Standard, requirement: Pick<DocumentRequirement, 'wcag'>): string | null {
  const anchor = wcagAnchor(standard, requirement);
  return anchor === null ? null : `https://www.w3.org/TR/WCAG${wcagVersionOf(standard)!.replace('.', '')}/#${anchor}`;
}

/**
 * Where a requirement is published: its place in the RGAA, the address of the criterion in its version of WCAG, or its
 * place in Section 508; null: it has none.
 */
export function requirementAddress(
  standard: Standard,
  requirement: Pick<DocumentRequirement, 'number' | 'wcag'>,
): string | null {
  if (standard.catalogue === 'rgaa')
    return `https://accessibilite.numerique.gouv.fr/methode/criteres-et-tests/#${requirement.number}`;
  const address = wcagAddress(standard, requirement);
  if (address !== null) return address;
  return standard.catalogue === 'section-508' ? `https://www.access-board.gov/ict/#${requirement.number}` : null;
}

/**
 * The requirement that was judged, as something that can be tested: what is a criterion of WCAG by its address, as
 * clause 9 of EN 301 549 is for the web. Its clauses 10 and 11 ask for something else, of documents and of software;
 * they have no address.
 */
export function testAddress(standard: Standard, requirement: DocumentRequirement): string | null {
  const isOtherClause = standard.catalogue === 'en-301-549' && !requirement.number.startsWith('9.');
  return isOtherClause ? null : requirementAddress(standard, requirement);
}
