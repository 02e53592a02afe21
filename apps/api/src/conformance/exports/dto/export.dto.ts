import { ChoiceParameter } from '#libs/fields';
import { EXPORT_NAMES, type ExportName } from '../export-formats.js';

/** In which form a report leaves. */
export class ExportQuery {
  @ChoiceParameter(EXPORT_NAMES, { default: 'html' })
  format: ExportName = 'html';
}
