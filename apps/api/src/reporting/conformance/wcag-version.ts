import type { WcagVersion } from '../../standards/catalogue/wcag-criterion.js';
import type { ConformanceDocument } from './conformance-document.js';

/** The version of WCAG that a standard is, or rests on; null: none. */
export function wcagVersionOf({ catalogue, version }: ConformanceDocument['standard']): WcagVersion | null {
  if (catalogue === 'wcag') return version as WcagVersion;
  if (catalogue === 'section-508') return '2.0';
  return catalogue === null ? null : '2.1';
}
