import type { Request, Response } from 'express';

/** Whether a request states this preference (RFC 7240): `Prefer: session=cookie`. */
export const prefers = ({ headers: { prefer } }: Pick<Request, 'headers'>, name: string, value: string): boolean =>
  [prefer ?? []]
    .flat()
    .flatMap((line) => line.split(','))
    .some((preference) => {
      const [given = '', stated = ''] = preference.split(';')[0]!.split('=');
      return given.trim().toLowerCase() === name && stated.trim().replace(/^"(.*)"$/, '$1') === value;
    });

/** Tells the client that the answer does what it preferred. */
export const notePreference = (response: Response, name: string, value: string): void =>
  void response.append('Preference-Applied', `${name}=${value}`);
