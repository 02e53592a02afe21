import { readReport, textOfBytes, UnreadableReportError } from '#libs/reports';
import type { ReaderAnswer, ReaderAsked } from './read-files';

addEventListener('message', ({ data }: MessageEvent<ReaderAsked>) => {
  void read(data).then((answer) => postMessage(answer));
});

/** Reads one file; what is wrong with it is told, not thrown. */
async function read({ name, bytes }: ReaderAsked): Promise<ReaderAnswer> {
  try {
    return { reports: await readReport({ name, text: textOfBytes(new Uint8Array(bytes)) }) };
  } catch (error) {
    return { refusal: error instanceof UnreadableReportError ? error.message : `${name}: ${String(error)}` };
  }
}
