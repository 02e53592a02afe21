import { Injectable, type PipeTransform } from '@nestjs/common';
import { NotFound } from '#libs/errors';
import { isId } from '#libs/ids';

const LARGEST = 2_147_483_647;

/** The number of a record in a path; what cannot be one names no record: 404. */
@Injectable()
export class RecordNumber implements PipeTransform<string, number> {
  transform(value: string): number {
    if (!isRecordNumber(value)) throw new NotFound();
    return Number(value);
  }
}

/** Whether this can be the number of a record. */
export const isRecordNumber = (value: string): boolean => /^[1-9]\d{0,9}$/.test(value) && Number(value) <= LARGEST;

/** The id of a record in a path; what cannot be one names no record: 404. */
@Injectable()
export class RecordId implements PipeTransform<string, string> {
  transform(value: string): string {
    if (!isId(value)) throw new NotFound();
    return value.toLowerCase();
  }
}
