import type { ReadReport } from '#libs/reports';
import { loadPart } from '../app/parts';

/** A file as the worker gets it. */
export interface ReaderAsked {
  name: string;
  bytes: ArrayBuffer;
}

/** What the worker made of it; a refusal names the file. */
export type ReaderAnswer = { reports: ReadReport[]; refusal?: undefined } | { reports?: undefined; refusal: string };

interface Policies {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => { createScriptURL: (url: string) => string };
}

/** The one policy that the page allows: for the address of the worker, which the build has written. */
const policy = (globalThis as { trustedTypes?: Policies }).trustedTypes?.createPolicy('curbcut-worker', {
  createScriptURL: (url) => {
    if (new URL(url, location.href).origin !== location.origin) throw new TypeError('Workers are our own.');
    return url;
  },
});

/** Reads files of tools beside the page, which stays quick; each gives reports, or why it gives none. */
export async function readFiles(files: readonly File[]): Promise<{ file: string; answer: ReaderAnswer }[]> {
  const { default: address } = await loadPart(() => import('./reader.worker?worker&url'));
  const worker = new Worker(policy?.createScriptURL(address) ?? address, { type: 'module' });
  try {
    const read: { file: string; answer: ReaderAnswer }[] = [];
    for (const file of files) {
      const asked: ReaderAsked = { name: file.name, bytes: await file.arrayBuffer() };
      const answer = await new Promise<ReaderAnswer>((answered, failed) => {
        worker.onmessage = ({ data }: MessageEvent<ReaderAnswer>) => answered(data);
        worker.onerror = ({ message }) => failed(new Error(message || 'The reader did not start.'));
        worker.postMessage(asked, [asked.bytes]);
      });
      read.push({ file: file.name, answer });
    }
    return read;
  } finally {
    worker.terminate();
  }
}
