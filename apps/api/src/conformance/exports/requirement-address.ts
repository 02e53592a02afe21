import { WCAG_CRITERIA } from '../../catalogue/data/wcag-criteria.generated.js';
import type { WcagVersion } from '../../catalogue/wcag-criterion.js';
import type { ConformanceDocument, DocumentRequirement } from '../conformance-document.js';

const ANCHORS = new Map(
  WCAG_CRITERIA.flatMap(({ number, versions }) =>
    Object.entries(versions).map(([version, { url }]) => [`${version} ${number}`, url.split('#')[1]!] as const),
  ),
);

type Standard = ConformanceDocument['standard'];

/** The version of WCAG that a standard is, or rests on; null: none. */
function wcagVersionOf({ catalogue, version }: Standard): WcagVersion | null {
  if (catalogue === 'wcag') return version as WcagVersion;
  if (catalogue === 'section-508') return '2.0';
  return catalogue === null ? null : '2.1';
}

/** The anchor of the criterion that a requirement is or takes over, in that version of WCAG: `contrast-minimum`; null: it is none. */
export function wcagAnchor(standard: Standard, { wcag }: Pick<DocumentRequirement, 'wcag'>): string | null {
  return wcag === null ? null : (ANCHORS.get(`${wcagVersionOf(standard)} ${wcag}`) ?? null);
}

/** Where a requirement is published: the address of the criterion in its version of WCAG, or its place in the standard; null: it has none. */
export function requirementAddress(standard: Standard, requirement: DocumentRequirement): string | null {
  const anchor = wcagAnchor(standard, requirement);
  if (anchor !== null) return `https://www.w3.org/TR/WCAG${wcagVersionOf(standard)!.replace('.', '')}/#${anchor}`;
  if (standard.catalogue === 'section-508') return `https://www.access-board.gov/ict/#${requirement.number}`;
  if (standard.catalogue === 'rgaa')
    return `https://accessibilite.numerique.gouv.fr/methode/criteres-et-tests/#${requirement.number}`;
  return null;
}
