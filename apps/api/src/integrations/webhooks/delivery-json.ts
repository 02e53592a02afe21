import { InvalidInput } from '#libs/errors';
import { excessFault } from '#libs/fields';

/**
 * What a delivery says, of a body that its reader has proved.
 * @throws InvalidInput if it is not JSON, or exceeds the limits of any body
 */
export function jsonOfDelivery(body: Uint8Array): unknown {
  const excess = excessFault(body);
  if (excess) throw new InvalidInput([excess]);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new InvalidInput([{ path: '', code: 'invalid_json', message: 'The body is not valid JSON.' }]);
  }
}
