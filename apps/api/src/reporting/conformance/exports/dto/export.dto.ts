import { ChoiceParameter, FlagParameter } from '#libs/fields';
import { EXPORT_NAMES, type ExportName } from '../export-formats.js';

/** In which form a report leaves. */
export class ExportQuery {
  @ChoiceParameter(EXPORT_NAMES, { default: 'html' })
  format: ExportName = 'html';
  @FlagParameter({
    default: false,
    description: '`true` has a browser show a page in place of saving it; other files are saved all the same.',
  })
  inline = false;
}
