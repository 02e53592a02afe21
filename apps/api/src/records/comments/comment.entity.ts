import type { TrackerKind } from '../issues/tracker-link.js';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What people comment on. */
export type CommentedKind = 'issue' | 'finding' | 'audit' | 'conformance_report';

/** An issue that a comment mentions, as it was named when the comment was written. */
export interface MentionedIssue {
  id: string;
  slug: string;
  number: number;
}

/** What somebody says about a record. One that was deleted stays as a stone, without its text and its author. */
@Entity('comments')
export class Comment {
  @PrimaryColumn('uuid')
  organizationId: string;

  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  productId: string;

  @Column('text')
  recordKind: CommentedKind;

  @Column('uuid')
  recordId: string;

  /** Sequential in its record. */
  @Column('int')
  number: number;

  /** The cell of an audit that it is about. */
  @Column('uuid', { nullable: true })
  requirementId: string | null;

  /** 0: each entry without an outcome of its own. */
  @Column('int', { nullable: true })
  entry: number | null;

  /** Null: it was deleted. */
  @Column('text', { nullable: true })
  body: string | null;

  @Column('text', { nullable: true })
  html: string | null;

  /** The person; null: an API key, or somebody whose account is gone. */
  @Column('uuid', { nullable: true })
  authorUserId: string | null;

  /** The API key; it may be gone. */
  @Column('uuid', { nullable: true })
  authorKeyId: string | null;

  @Column('text', { nullable: true })
  authorKeyName: string | null;

  /** The kind of the tracker that it is from; null: somebody wrote it here. */
  @Column('text', { nullable: true })
  trackerKind: TrackerKind | null;

  /** The member who is said to have the account in the tracker; null: nobody, or their account here is gone. */
  @Column('uuid', { nullable: true })
  trackerUserId: string | null;

  /** The name that its author has in the tracker; null: the account there, or that of the member here, is gone. */
  @Column('text', { nullable: true })
  authorTrackerName: string | null;

  /** By which it is known again; null: it is of no tracker. */
  @Column('text', { nullable: true })
  externalId: string | null;

  @Column('uuid', { array: true })
  mentionedUserIds: string[];

  @Column('jsonb')
  mentionedIssues: MentionedIssue[];

  @Column('int')
  revision: number;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz', { nullable: true })
  editedAt: Date | null;

  @Column('timestamptz', { nullable: true })
  deletedAt: Date | null;
}
