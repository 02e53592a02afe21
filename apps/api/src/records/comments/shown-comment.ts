import type { Detail, Detailed } from '../../platform/lists/details.js';
import type { Comment } from './comment.entity.js';

const AUTHOR: Detail<string | null> = {
  sql: 'SELECT u.name FROM users u WHERE u.id = record.author_user_id',
  read: (name: string | null) => name,
};

const PEOPLE: Detail<{ id: string; name: string }[]> = {
  sql: `SELECT coalesce(json_agg(json_build_object('id', u.id, 'name', u.name) ORDER BY u.name, u.id), '[]')
    FROM users u WHERE u.id = ANY (record.mentioned_user_ids)`,
  read: (people: { id: string; name: string }[]) => people,
};

const EVIDENCE_IDS: Detail<string[]> = {
  sql: `ARRAY(SELECT e.evidence_id FROM evidence_links e
    WHERE e.organization_id = $1 AND e.record_id = record.id ORDER BY e.evidence_id)`,
  read: (ids: string[]) => ids,
};

/** What is shown of a comment beside its columns: the names of people as they are now. */
export const SHOWN = { authorName: AUTHOR, people: PEOPLE, evidenceIds: EVIDENCE_IDS };

/** A comment with the names of people. */
export type ShownComment = { comment: Comment } & Detailed<typeof SHOWN>;
