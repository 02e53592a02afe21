import type { ConformanceDocument, DocumentRequirement } from '../conformance-document.js';
import { fillIn, TRANSLATIONS } from '../translations/translations.js';

/** The requirements that do not apply to such a product, and of which nothing is said; each report lists them apart. */
export const notApplying = ({ requirements }: Pick<ConformanceDocument, 'requirements'>): DocumentRequirement[] =>
  requirements.filter((requirement) => isNotApplying(requirement));

export const isNotApplying = ({ applies, verdicts }: DocumentRequirement): boolean =>
  applies === false && verdicts.length === 0;

/** "Does not apply to a website". */
export function doesNotApply({ language, product }: Pick<ConformanceDocument, 'language' | 'product'>): string {
  const t = TRANSLATIONS[language];
  return fillIn(t.doesNotApply, { product: t.productTypes[product.type ?? 'other'] });
}
