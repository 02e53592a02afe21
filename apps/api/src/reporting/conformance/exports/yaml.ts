/**
 * An object of JSON as YAML 1.2: blocks of mappings and lists, whose texts are in double quotes unless they are plain
 * words. Written here, because libraries take fifty times as long to weigh which of its styles suits each text.
 */
export const yaml = (value: object): string => block(value, '');

function block(value: object, indent: string): string {
  const within = `${indent}  `;
  if (Array.isArray(value))
    return value
      .map((item: unknown) => `${indent}- ${isBlock(item) ? block(item, within).trimStart() : `${scalar(item)}\n`}`)
      .join('');
  return Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .map(
      ([key, item]) => `${indent}${scalar(key)}:${isBlock(item) ? `\n${block(item, within)}` : ` ${scalar(item)}\n`}`,
    )
    .join('');
}

const isBlock = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0;

const PLAIN = /^[a-z]+(?:[_ -][a-z]+)*$/i;
// What YAML 1.1 or 1.2 reads as something else than text.
const RESERVED = /^(?:true|false|null|yes|no|on|off|y|n)$/i;
// What JSON lets stand and YAML does not.
const UNPRINTABLE = /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g;

function scalar(value: unknown): string {
  if (typeof value === 'string' && PLAIN.test(value) && !RESERVED.test(value)) return value;
  return JSON.stringify(value).replace(
    UNPRINTABLE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
