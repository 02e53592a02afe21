import type { Fault, FaultCode } from '@curbcut/client';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** What a sentence may need beside the code. */
type Params = NonNullable<Fault['params']>;

/** What is wrong with a field, by the code of the fault: all that the service has. */
export const FAULTS: Readonly<Record<FaultCode, (params: Params) => MessageDescriptor>> = {
  required: () => msg`Fill this in.`,
  unknown_property: () => msg`The service does not know this field. Load the page again.`,
  wrong_type: () => msg`This is of another kind than what belongs here.`,
  malformed: ({ format }) => {
    if (format?.endsWith('email')) return msg`This is no e-mail address.`;
    if (format === 'uri') return msg`This is no address: it begins with https://.`;
    if (format?.startsWith('date')) return msg`This is no date.`;
    return msg`This is not written as it must be.`;
  },
  invalid_format: () => msg`This is not written as its provider writes it.`,
  invalid_text: () => msg`This has characters that cannot be kept. Type it anew.`,
  invalid_json: () => msg`The service did not understand what was sent. Load the page again.`,
  invalid_utf8: () => msg`The service did not understand the characters that were sent. Load the page again.`,
  too_long: ({ max }) =>
    max === undefined ? msg`This is too long.` : msg`This is too long: it may have ${max} characters.`,
  too_short: ({ min }) =>
    min === undefined ? msg`This is too short.` : msg`This is too short: it needs ${min} characters or more.`,
  too_many: ({ max }) => (max === undefined ? msg`These are too many.` : msg`These are too many: ${max} at most.`),
  too_few: ({ min }) => (min === undefined ? msg`These are too few.` : msg`These are too few: ${min} at least.`),
  too_deep: () => msg`What was sent is nested too deeply.`,
  too_slow: () => msg`It came too slowly. Try again with a better connection.`,
  out_of_range: ({ min, max }) =>
    min !== undefined && max !== undefined
      ? msg`Enter a number from ${min} to ${max}.`
      : msg`This number is not possible here.`,
  not_allowed: () => msg`This is not possible here. Choose something else.`,
  not_applicable: () => msg`This does not go with the rest.`,
  not_unique: () => msg`There is another one with this already.`,
  duplicate: () => msg`The same stands there twice.`,
  unknown_reference: () => msg`What this names is not there any more.`,
  in_the_past: () => msg`Choose a moment to come.`,
  circular: () => msg`It would stand below itself.`,
  unknown_filter: () => msg`The list has no such filter.`,
  invalid_filter: () => msg`The list does not take this filter.`,
  module_required: () => msg`This module cannot be turned off.`,
  private_address: () => msg`The address leads into a private network.`,
  range: () => msg`The first is later than the second, or too much lies between them.`,
  sweep_mismatch: () => msg`The part does not fit the other parts of its scan.`,
  picture_undecodable: () => msg`The file is no picture, or of a kind that is not read.`,
};
