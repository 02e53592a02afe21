import { nearestEntry } from './applies-to.js';
import type { BuiltInStandard } from './built-in-standard.js';
import { SECTION_508_APPLIES_TO, SECTION_508_WEB, SECTION_508_WEB_ONLY } from './data/applies-to.js';
import { SECTION_508_PROVISIONS } from './data/section-508-provisions.generated.js';
import { type Heading, numberedStandard } from './numbered-standard.js';
import { wcagCriteria, wcagHeadings } from './wcag.js';

/** The headings of 36 CFR part 1194, appendices A and C (U.S. Access Board; public domain). */
const HEADINGS: readonly Heading[] = [
  { number: 'Chapter 3', name: 'Functional Performance Criteria' },
  { number: '302', name: 'Functional Performance Criteria', under: 'Chapter 3' },
  { number: 'Chapter 4', name: 'Hardware' },
  { number: '402', name: 'Closed Functionality', under: 'Chapter 4' },
  { number: '402.2', name: 'Speech-Output Enabled' },
  { number: '402.3', name: 'Volume' },
  { number: '403', name: 'Biometrics', under: 'Chapter 4' },
  { number: '404', name: 'Preservation of Information Provided for Accessibility', under: 'Chapter 4' },
  { number: '405', name: 'Privacy', under: 'Chapter 4' },
  { number: '406', name: 'Standard Connections', under: 'Chapter 4' },
  { number: '407', name: 'Operable Parts', under: 'Chapter 4' },
  { number: '407.3', name: 'Input Controls' },
  { number: '407.8', name: 'Reach Height and Depth' },
  { number: '408', name: 'Display Screens', under: 'Chapter 4' },
  { number: '409', name: 'Status Indicators', under: 'Chapter 4' },
  { number: '410', name: 'Color Coding', under: 'Chapter 4' },
  { number: '411', name: 'Audible Signals', under: 'Chapter 4' },
  { number: '412', name: 'ICT with Two-Way Voice Communication', under: 'Chapter 4' },
  { number: '412.2', name: 'Volume Gain' },
  { number: '412.3', name: 'Interference Reduction and Magnetic Coupling' },
  { number: '412.8', name: 'Legacy TTY Support' },
  { number: '413', name: 'Closed Caption Processing Technologies', under: 'Chapter 4' },
  { number: '414', name: 'Audio Description Processing Technologies', under: 'Chapter 4' },
  { number: '415', name: 'User Controls for Captions and Audio Descriptions', under: 'Chapter 4' },
  { number: 'Chapter 5', name: 'Software' },
  { number: '502', name: 'Interoperability with Assistive Technology', under: 'Chapter 5' },
  { number: '502.2', name: 'Documented Accessibility Features' },
  { number: '502.3', name: 'Accessibility Services' },
  { number: '503', name: 'Applications', under: 'Chapter 5' },
  { number: '503.4', name: 'User Controls for Captions and Audio Description' },
  { number: '504', name: 'Authoring Tools', under: 'Chapter 5' },
  { number: 'Chapter 6', name: 'Support Documentation and Services' },
  { number: '602', name: 'Support Documentation', under: 'Chapter 6' },
  { number: '603', name: 'Support Services', under: 'Chapter 6' },
];

const WCAG: Heading = {
  number: 'E205, E207',
  name: 'Electronic Content and Software: WCAG 2.0, Level A and AA',
};

/**
 * The Revised Section 508 Standards as a standard, without levels: what WCAG 2.0 asks for at A and AA (E205.4 and
 * E207.2 name the same criteria) and chapters 3 to 6. The level of a criterion is in `metadata.level`.
 */
export function section508(): BuiltInStandard {
  const criteria = wcagCriteria('2.0', ['A', 'AA']);
  const versions = ['2018'];
  return numberedStandard({
    key: 'standard/section-508-2018',
    name: 'Section 508 (Revised)',
    slug: 'section-508',
    description: 'Revised Section 508 Standards of the United States, published in 2017 and corrected in 2018.',
    cumulative: false,
    levels: [],
    headings: [
      WCAG,
      ...wcagHeadings(criteria).map((heading) =>
        heading.number.includes('.') ? heading : { ...heading, under: WCAG.number },
      ),
      ...HEADINGS,
    ],
    requirements: [
      ...criteria.map(({ number, title, level, url }) => ({
        number,
        name: title,
        url,
        versions,
        metadata: { wcag: number, level },
        ...(SECTION_508_WEB_ONLY.includes(number) && { appliesTo: SECTION_508_WEB }),
      })),
      ...SECTION_508_PROVISIONS.map(([number, name]) => ({
        number,
        name,
        url: `https://www.access-board.gov/ict/#${number}`,
        versions,
        appliesTo: nearestEntry(number, SECTION_508_APPLIES_TO),
      })),
    ],
  });
}
