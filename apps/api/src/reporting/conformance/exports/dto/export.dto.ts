import { ChoiceParameter, FlagParameter } from '#libs/fields';
import { EXPORT_NAMES, type ExportName } from '../export-formats.js';

/** In which form a report leaves. */
export class ExportQuery {
  @ChoiceParameter(EXPORT_NAMES, { default: 'html' })
  format: ExportName = 'html';
  @FlagParameter({
    default: false,
    description: '`true` displays a page in the browser instead of saving it; other files are always saved.',
  })
  inline = false;
}
