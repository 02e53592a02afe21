import type { Detail, Detailed } from '../../platform/lists/details.js';
import type { Evidence } from './evidence.entity.js';

const UPLOADER: Detail<string | null> = {
  sql: 'SELECT u.name FROM users u WHERE u.id = record.uploaded_by_user_id',
  read: (name: string | null) => name,
};
/** What is shown of evidence beside its own columns. */
export const SHOWN = { uploaderName: UPLOADER };

/** Evidence with the name that its uploader has now. */
export type ShownEvidence = { evidence: Evidence } & Detailed<typeof SHOWN>;
