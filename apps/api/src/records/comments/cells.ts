import { InvalidInput } from '#libs/errors';
import { isRecordNumber } from '../../platform/http/record-number.pipe.js';

/** The number by which an entry is kept: 0 stands for `all`; null: none was named. @throws InvalidInput */
export function entryNumber(told: string | undefined, path: string): number | null {
  if (told === undefined) return null;
  if (told === 'all') return 0;
  if (isRecordNumber(told)) return Number(told);
  throw new InvalidInput([{ path, code: 'invalid_format', message: 'Must be the number of an entry, or `all`.' }]);
}
