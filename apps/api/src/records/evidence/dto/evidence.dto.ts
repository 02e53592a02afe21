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

const EVIDENCE_TYPES = named(
  'EvidenceType',
  MEDIA_TYPES,
  'The media type, determined from the content; HTML is served as text.',
);

/** Of these nothing is taken away. */
const KEEPS_METADATA: readonly string[] = ['application/pdf', 'video/mp4', 'video/webm'];

@Described('The uploader: a user (`id`, `name`) or an API key (`keyName`).')
class UploaderDto {
  @Id({ optional: true })
  id?: string;
  @Text({ optional: true })
  name?: string;
  @Text({ optional: true, description: 'The name of the API key at that time.' })
  keyName?: string;
}

@Described('An evidence file. Its content is served by `GET …/evidence/:evidenceId`.')
export class EvidenceFileDto {
  @Id()
  id: string;
  @Choice(EVIDENCE_TYPES)
  mediaType: string;
  @Text({ nullable: true })
  title: string | null;
  @Text({ nullable: true, description: 'The text alternative, for images.' })
  alt: string | null;
  @Integer({ min: 0, description: 'The duration.' })
  bytes: number;
  @Text({ description: 'The SHA-256 of the stored file, in hexadecimal digits.' })
  sha256: string;
  @Flag({
    description:
      'Whether it may contain metadata such as names, places or times; images are re-encoded without metadata.',
  })
  keepsMetadata: boolean;
  @Nested(() => UploaderDto, { nullable: true, description: 'Null for deleted accounts.' })
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
  @IdListParameter({ maxItems: 100, description: 'Only files with these ids.' })
  id?: string[];
}

@Described('A file upload with its metadata.')
export class EvidenceUpload {
  @Text({ optional: true, max: 1_000, filled: true, description: 'The text alternative; required for images.' })
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
  @IdList({ max: MAX_EVIDENCE, description: 'All files.' })
  evidenceIds: string[];
}
