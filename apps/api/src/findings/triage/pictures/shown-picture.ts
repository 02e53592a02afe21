import type { Detail } from '../../../platform/lists/details.js';

/** The newest picture of a finding. */
export interface ShownPicture {
  /** The text alternative. */
  alt: string;
  takenAt: Date;
}

/** The newest picture of a finding that is read. */
export const PICTURE: Detail<ShownPicture | null> = {
  sql: `SELECT json_build_object('alt', had.alt, 'takenAt', had.taken_at)
    FROM finding_pictures had WHERE had.organization_id = $1 AND had.finding_id = record.id`,
  read: (picture: { alt: string; takenAt: string } | null) =>
    picture && { alt: picture.alt, takenAt: new Date(picture.takenAt) },
};
