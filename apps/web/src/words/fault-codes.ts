import type { Fault, FaultCode } from '@curbcut/client';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** What a sentence may need beside the code. */
type Params = NonNullable<Fault['params']>;

/** What is wrong with a field, by the code of the fault: all that the service has. */
export const FAULTS: Readonly<Record<FaultCode, (params: Params) => MessageDescriptor>> = {
  required: () => msg`Fill this in.`,
  unknown_property: () => msg`The server does not support this field. Reload the page.`,
  wrong_type: () => msg`The value has the wrong type.`,
  malformed: ({ format }) => {
    if (format?.endsWith('email')) return msg`Enter a valid e-mail address.`;
    if (format === 'uri') return msg`Enter a URL that begins with https://.`;
    if (format?.startsWith('date')) return msg`Enter a valid date.`;
    return msg`The format is not valid.`;
  },
  invalid_format: () => msg`The format does not match that of the provider.`,
  invalid_text: () => msg`The text contains characters that cannot be stored. Enter it again.`,
  invalid_json: () => msg`The server could not read the request: invalid JSON. Reload the page.`,
  invalid_utf8: () => msg`The server could not read the request: invalid UTF-8. Reload the page.`,
  too_long: ({ max }) =>
    max === undefined ? msg`The text is too long.` : msg`The text is too long: at most ${max} characters.`,
  too_short: ({ min }) =>
    min === undefined ? msg`The text is too short.` : msg`The text is too short: at least ${min} characters.`,
  too_many: ({ max }) => (max === undefined ? msg`Too many items.` : msg`Too many: at most ${max}.`),
  too_few: ({ min }) => (min === undefined ? msg`Add more.` : msg`Add more: at least ${min}.`),
  too_deep: () => msg`The request is nested too deeply.`,
  too_slow: () => msg`The upload was too slow. Try again with a better connection.`,
  out_of_range: ({ min, max }) =>
    min !== undefined && max !== undefined
      ? msg`Enter a number from ${min} to ${max}.`
      : msg`The number is not in the allowed range.`,
  not_allowed: () => msg`This value is not allowed. Choose another one.`,
  not_applicable: () => msg`This value does not match the other values.`,
  not_unique: () => msg`This value is already in use.`,
  duplicate: () => msg`The value occurs twice.`,
  unknown_reference: () => msg`The referenced record no longer exists.`,
  in_the_past: () => msg`Choose a time in the future.`,
  circular: () => msg`A group cannot be placed inside itself.`,
  unknown_filter: () => msg`The list does not have this filter.`,
  invalid_filter: () => msg`The list does not accept this filter value.`,
  module_required: () => msg`This module cannot be turned off.`,
  private_address: () => msg`The address is in a private network.`,
  range: () => msg`The start is after the end, or the range is too long.`,
  sweep_mismatch: () => msg`The part does not match the other parts of the scan.`,
  picture_undecodable: () => msg`The file is not an image, or its format is not supported.`,
};
