/** The kinds of picture that can be uploaded. */
export type PictureKind = 'jpeg' | 'png' | 'gif' | 'webp';

const SIGNATURES: readonly { kind: PictureKind; at: number; bytes: string }[][] = [
  [{ kind: 'jpeg', at: 0, bytes: '\xff\xd8\xff' }],
  [{ kind: 'png', at: 0, bytes: '\x89PNG\r\n\x1a\n' }],
  [{ kind: 'gif', at: 0, bytes: 'GIF87a' }],
  [{ kind: 'gif', at: 0, bytes: 'GIF89a' }],
  [
    { kind: 'webp', at: 0, bytes: 'RIFF' },
    { kind: 'webp', at: 8, bytes: 'WEBP' },
  ],
];

/** What a file is by its first bytes, whatever it is called; undefined for anything but the four kinds. */
export function detectKind(file: Uint8Array): PictureKind | undefined {
  const start = Buffer.from(file.subarray(0, 12)).toString('latin1');
  return SIGNATURES.find((parts) => parts.every(({ at, bytes }) => start.startsWith(bytes, at)))?.[0]!.kind;
}
