/** A position in PostgreSQL's log (`16/B374D848`) as a number: what is written later is greater. */
export function positionOf(text: string): bigint {
  const [high, low] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}
