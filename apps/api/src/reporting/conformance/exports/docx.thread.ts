import { answerInThread } from '#libs/threads';
import type { PublicState } from '../conformance-document.js';
import { documentOf, type DocumentSlice } from './document-slices.js';
import { docxReport } from './docx-report.js';

answerInThread<unknown>(([state, ...slices]) =>
  docxReport(documentOf(slices as DocumentSlice[]), state as PublicState | null),
);
