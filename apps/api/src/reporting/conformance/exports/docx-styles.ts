import { BorderStyle, type IStylesOptions } from 'docx';
import type { ReportLanguage } from '../conformance-document.js';

/** The languages as word processors name them. */
export const LANGUAGE_TAGS: Readonly<Record<ReportLanguage, string>> = { en: 'en-GB', fr: 'fr-FR' };

/** A4 with margins of two centimetres, in twentieths of a point. */
export const PAGE = {
  size: { width: 11906, height: 16838 },
  margin: { top: 1134, right: 1134, bottom: 1134, left: 1134 },
};

const headingStyle = (size: number, before: number) => ({
  run: { font: 'Calibri', size, bold: true, color: '1B1B1F' },
  paragraph: { spacing: { before, after: 120 }, keepNext: true },
});

/** The styles of a report in a language, which is that of the whole document. */
export const docxStyles = (language: ReportLanguage): IStylesOptions => ({
  default: {
    document: {
      run: { font: 'Calibri', size: 22, language: { value: LANGUAGE_TAGS[language] } },
      paragraph: { spacing: { after: 80 } },
    },
    heading1: headingStyle(40, 120),
    heading2: headingStyle(30, 360),
    heading3: headingStyle(25, 240),
    caption: { run: { color: '50535C', size: 20 }, paragraph: { keepNext: true } },
  },
  paragraphStyles: [
    { id: 'Quiet', name: 'Quiet', basedOn: 'Normal', run: { color: '50535C' } },
    {
      id: 'Label',
      name: 'Label',
      basedOn: 'Normal',
      run: { bold: true },
      paragraph: { keepNext: true, spacing: { before: 120, after: 0 } },
    },
    {
      id: 'Notice',
      name: 'Notice',
      basedOn: 'Normal',
      run: { bold: true },
      paragraph: {
        spacing: { after: 240 },
        border: Object.fromEntries(
          ['top', 'right', 'bottom', 'left'].map((side) => [
            side,
            { style: BorderStyle.SINGLE, size: 18, space: 6, color: 'B3261E' },
          ]),
        ),
      },
    },
  ],
});
