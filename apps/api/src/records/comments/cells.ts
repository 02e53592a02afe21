import { InvalidInput } from '#libs/errors';
import { isRecordNumber } from '../../platform/http/record-number.pipe.js';

/** The number by which an entry is kept: 0 stands for `all`; null: none was named. @throws InvalidInput */
export function entryNumber(text: string | undefined, path: string): number | null {
  if (text === undefined) return null;
  if (text === 'all') return 0;
  if (isRecordNumber(text)) return Number(text);
  throw new InvalidInput([{ path, code: 'invalid_format', message: 'Must be the number of an entry, or `all`.' }]);
}
