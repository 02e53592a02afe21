import { readReport, UnreadableReportError } from '#libs/reports';
import type { ReaderAnswer, ReaderAsked } from './read-files';

addEventListener('message', ({ data }: MessageEvent<ReaderAsked>) => {
  void read(data).then((answer) => postMessage(answer));
});

/** Reads one file; what is wrong with it is told, not thrown. */
async function read({ name, text }: ReaderAsked): Promise<ReaderAnswer> {
  try {
    return { reports: await readReport({ name, text }) };
  } catch (error) {
    return { refusal: error instanceof UnreadableReportError ? error.message : `${name}: ${String(error)}` };
  }
}
