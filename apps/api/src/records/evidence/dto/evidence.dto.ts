import {
  Choice,
  Described,
  Flag,
  Id,
  IdList,
  IdListParameter,
  Integer,
  named,
  Nested,
  NestedList,
  Text,
  Timestamp,
} from '#libs/fields';
import { PageQuery } from '../../../platform/lists/page-query.js';
import { Pagination } from '../../../platform/lists/pagination.js';
import { MEDIA_TYPES } from '../media-kind.js';
import type { ShownEvidence } from '../shown-evidence.js';

/** How many files a record has at most. */
export const MAX_EVIDENCE = 50;

const EVIDENCE_TYPES = named('EvidenceType', MEDIA_TYPES, 'What a file is, by its content; HTML is sent as text.');

/** Of these nothing is taken away. */
const KEEPS_METADATA: readonly string[] = ['application/pdf', 'video/mp4', 'video/webm'];

@Described('Who uploaded it: a person (`id`, `name`) or an API key (`keyName`).')
class UploaderDto {
  @Id({ optional: true })
  id?: string;
  @Text({ optional: true })
  name?: string;
  @Text({ optional: true, description: 'The name that the API key had then.' })
  keyName?: string;
}

@Described('A file that shows what records say. `GET …/evidence/:evidenceId` sends it.')
export class EvidenceFileDto {
  @Id()
  id: string;
  @Choice(EVIDENCE_TYPES)
  mediaType: string;
  @Text({ nullable: true })
  title: string | null;
  @Text({ nullable: true, description: 'The text alternative; pictures have one.' })
  alt: string | null;
  @Integer({ min: 0, description: 'How long it is.' })
  bytes: number;
  @Text({ description: 'The SHA-256 of what is kept, in hexadecimal digits.' })
  sha256: string;
  @Flag({
    description:
      'Whether it may hold names, places or times that whoever made it did not mean to tell; pictures are made anew without.',
  })
  keepsMetadata: boolean;
  @Nested(() => UploaderDto, { nullable: true, description: 'Null: somebody who is gone.' })
  uploadedBy: UploaderDto | null;
  @Timestamp()
  createdAt: Date;

  static from({ evidence, uploaderName }: ShownEvidence): EvidenceFileDto {
    const { id, mediaType, title, alt, bytes, sha256, uploadedByUserId, uploadedByKeyName, createdAt } = evidence;
    return {
      ...{ id, mediaType, title, alt, bytes, sha256, createdAt },
      keepsMetadata: KEEPS_METADATA.includes(mediaType),
      uploadedBy:
        uploadedByKeyName !== null
          ? { keyName: uploadedByKeyName }
          : uploadedByUserId !== null && uploaderName !== null
            ? { id: uploadedByUserId, name: uploaderName }
            : null,
    };
  }
}

/** A file that was uploaded. */
export class EvidenceEnvelope {
  @Nested(() => EvidenceFileDto)
  evidence: EvidenceFileDto;
}

/** A page of the evidence of a product, the latest first. */
export class EvidencePage {
  @NestedList(() => EvidenceFileDto)
  evidence: EvidenceFileDto[];
  @Nested(() => Pagination)
  pagination: Pagination;
}

/** Which evidence to list. */
export class ListEvidenceQuery extends PageQuery(50) {
  @IdListParameter({ maxItems: 100, description: 'Those of these ids.' })
  id?: string[];
}

@Described('A file of a form, with what is said of it.')
export class EvidenceUpload {
  @Text({ optional: true, max: 1_000, filled: true, description: 'The text alternative: needed for a picture.' })
  alt?: string;
  @Text({ optional: true, max: 255, filled: true })
  title?: string;
}

/** The evidence of a record. */
export class EvidenceOfRecord {
  @IdList({ description: 'The ids of its files.' })
  evidenceIds: string[];
}

/** The evidence that a record is to have. */
export class PutEvidence {
  @IdList({ max: MAX_EVIDENCE, description: 'All of them.' })
  evidenceIds: string[];
}
