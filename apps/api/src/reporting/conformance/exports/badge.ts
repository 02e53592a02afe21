import { html } from '../../../accounts/mail-pages/html.js';
import type { ConformanceDocument, PublicState } from '../conformance-document.js';
import { type Conformance, conformanceRate, ratesByLevel, resultWord } from '../conformance-rate.js';
import { eachStandard } from '../each-standard.js';
import { fillIn, TRANSLATIONS } from '../translations/translations.js';
import { standardAndLevel, standardsAndLevels } from './report-result.js';

/** Each has a contrast of at least 4.5 : 1 with white. */
const COLORS: Readonly<Record<Conformance | 'ended' | 'underReview', string>> = {
  full: '#1a6e2e',
  partial: '#8a5300',
  none: '#a51d1d',
  underReview: '#8a5300',
  ended: '#55585f',
};
const LABEL_COLOR = '#2f3136';

/** What a badge says, in the schema of endpoints of shields.io (https://shields.io/badges/endpoint-badge). */
export interface Badge {
  schemaVersion: 1;
  label: string;
  message: string;
  color: string;
  labelColor: string;
  cacheSeconds: number;
}

/** How long a picture of it may be kept. */
const CACHE_SECONDS = 300;

/**
 * Standards and levels; then what is known that it does not cover, whether it conforms, how many are met by level, how many
 * requirements were judged not applicable, and the date.
 */
export function badgeOf(document: ConformanceDocument, { state, barriers, unlinked, underReview }: PublicState): Badge {
  const { badge } = TRANSLATIONS[document.language];
  const standards = eachStandard(document);
  const notApplicable = standards
    .map(({ requirements }) => conformanceRate(requirements).notApplicable)
    .reduce((sum, count) => sum + count, 0);
  const conformance = worstConformance(standards.map(resultWord));
  const ended = state === 'published' ? null : state;
  const known = [
    ...(barriers === 0 ? [] : [fillIn(barriers === 1 ? badge.barrier : badge.barriers, { count: barriers })]),
    ...(unlinked === 0 ? [] : [fillIn(unlinked === 1 ? badge.unlinked : badge.severalUnlinked, { count: unlinked })]),
  ];
  const result = underReview
    ? [badge.underReview, ...known]
    : [
        ...known,
        badge[conformance],
        ...(standards.length === 1 ? countsOf(document) : standards.map(countOf)),
        ...(notApplicable > 0 ? [fillIn(badge.notApplicable, { count: notApplicable })] : []),
      ];
  const message = [...(ended === null ? result : [badge[ended]]), document.publishedAt!.slice(0, 10)];
  return {
    schemaVersion: 1,
    label: standardsAndLevels(document),
    message: message.join(', '),
    color: COLORS[ended !== null ? 'ended' : underReview ? 'underReview' : conformance],
    labelColor: LABEL_COLOR,
    cacheSeconds: CACHE_SECONDS,
  };
}

/** Of a report on several standards how many requirements of one are met: `WCAG 2.2 AA 50 of 55`. */
const countOf = (document: ConformanceDocument): string =>
  fillIn(TRANSLATIONS[document.language].badge.ofLevel, {
    ...conformanceRate(document.requirements),
    level: standardAndLevel(document),
  });

/** What holds of all standards: it conforms where it conforms to each. */
const worstConformance = (words: readonly Conformance[]): Conformance =>
  (['none', 'partial'] as const).find((word) => words.includes(word)) ?? 'full';

/** How many requirements of each level are met: `A 28 of 30`. The RGAA tells its result by a rate instead. */
function countsOf(document: ConformanceDocument): string[] {
  if (document.standard.catalogue === 'rgaa') return [];
  const { badge } = TRANSLATIONS[document.language];
  return ratesByLevel(document).map(({ level, ...counts }) =>
    fillIn(badge.ofLevel, { ...counts, level: level ?? badge.noLevel }),
  );
}

/** The mean width of a letter; the text is made to fit, whatever font there is. */
const LETTER = 6.4;
const MARGIN = 8;
const HEIGHT = 22;

/** The same as a picture, which says aloud what it shows. */
export function badgeSvg(document: ConformanceDocument, state: PublicState): string {
  const { label, message, color, labelColor } = badgeOf(document, state);
  const title = fillIn(TRANSLATIONS[document.language].badge.title, { label, message });
  const textWidths = [label, message].map((text) => Math.round(text.length * LETTER));
  const [left, right] = textWidths.map((width) => width + 2 * MARGIN) as [number, number];
  const text = (content: string, x: number, width: number) =>
    html`<text x="${x}" y="15" textLength="${width}" lengthAdjust="spacingAndGlyphs">${content}</text>`;
  return html`<svg
    xmlns="http://www.w3.org/2000/svg"
    width="${left + right}"
    height="${HEIGHT}"
    viewBox="0 0 ${left + right} ${HEIGHT}"
    role="img"
    aria-label="${title}"
    lang="${document.language}"
  >
    <title>${title}</title>
    <rect width="${left}" height="${HEIGHT}" fill="${labelColor}" />
    <rect x="${left}" width="${right}" height="${HEIGHT}" fill="${color}" />
    <g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">
      ${text(label, MARGIN, textWidths[0]!)}${text(message, left + MARGIN, textWidths[1]!)}
    </g>
  </svg>`.text;
}
