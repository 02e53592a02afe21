import { toOneLine } from '#libs/fields';
import { nameOfPerson, type ScimPerson } from '../protocol/user.js';

/** The name of an account that is made for a person. */
export const nameOfAccount = (person: ScimPerson): string => toOneLine(nameOfPerson(person)) ?? person.userName;
