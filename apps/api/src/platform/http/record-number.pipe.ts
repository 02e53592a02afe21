import { Injectable, type PipeTransform } from '@nestjs/common';
import { NotFound } from '#libs/errors';
import { isId } from '#libs/ids';

const LARGEST = 2_147_483_647;

/** Parses the number of a record in a path; 404 if it is invalid. */
@Injectable()
export class RecordNumber implements PipeTransform<string, number> {
  transform(value: string): number {
    if (!isRecordNumber(value)) throw new NotFound();
    return Number(value);
  }
}

/** Whether this can be the number of a record. */
export const isRecordNumber = (value: string): boolean => /^[1-9]\d{0,9}$/.test(value) && Number(value) <= LARGEST;

/** Parses the id of a record in a path; 404 if it is invalid. */
@Injectable()
export class RecordId implements PipeTransform<string, string> {
  transform(value: string): string {
    if (!isId(value)) throw new NotFound();
    return value.toLowerCase();
  }
}
