import type { Comment } from '@curbcut/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { announce } from '../app/announcements';
import { call, callWithTag } from '../app/client';
import { useMe } from '../app/session';
import { useCan, useIsAdmin } from '../organizations/organization';
import { CancelButton } from '../ui/dialog';
import { ConfirmButton } from '../ui/confirm-button';
import { DialogButton } from '../ui/dialog-button';
import { Disclosure } from '../ui/disclosure';
import { Loaded } from '../ui/loading';
import { type ReadRecord, RecordForm, useRecordForm } from '../ui/record-form';
import { TextArea } from '../ui/text-field';
import { Time } from '../ui/time';
import { KINDS } from '../trackers/words';
import { LONGEST } from './comment-form';
import { MentionField } from './mention-field';
import { type Commented, operationsOf, pathOf, timelinesKey, useIsArchived, versionsQuery } from './queries';
import { RichText } from './rich-text';
import styles from './conversation.module.css';

interface Props {
  record: Commented;
  comment: Comment;
}

/** One comment, and for who may, how to change or delete it; of one that was deleted, that it was there. */
export function OneComment({ record, comment }: Props) {
  const { t } = useLingui();
  const { id, number, html, createdAt, editedAt, deletedAt } = comment;
  if (deletedAt !== null)
    return (
      <p className={styles.quiet}>
        {t`A comment was deleted.`} <Time at={deletedAt} />
      </p>
    );
  const nameId = `comment-${id}`;
  return (
    <article className={styles.comment} aria-labelledby={nameId}>
      <div className={styles.top}>
        <p className={styles.who}>
          <span id={nameId}>
            <strong>
              <Author comment={comment} />
            </strong>{' '}
            <span className="visually-hidden">{t`comment ${number}`}</span>
          </span>{' '}
          <span className={styles.quiet}>
            <Time at={createdAt} />
            {editedAt !== null && (
              <>
                {' '}
                · {t`changed`} <Time at={editedAt} />
              </>
            )}
          </span>
        </p>
        <Actions record={record} comment={comment} about={nameId} />
      </div>
      <RichText html={html ?? ''} productSlug={record.productSlug} />
      {editedAt !== null && (
        <Disclosure title={t`Previous version`} isSmall>
          <Versions record={record} comment={comment} />
        </Disclosure>
      )}
    </article>
  );
}

function Author({ comment: { author, trackerKind } }: { comment: Comment }) {
  const { t } = useLingui();
  if (author?.keyName !== undefined) return <>{t`Key ${author.keyName}`}</>;
  if (trackerKind !== null) {
    const tracker = KINDS[trackerKind].name;
    const name = author?.trackerName;
    return <>{name === undefined ? t`A user of ${tracker}` : t`${name} in ${tracker}`}</>;
  }
  return <>{author?.name ?? t`Former member`}</>;
}

function Actions({ record, comment, about }: Props & { about: string }) {
  const { t } = useLingui();
  const { user } = useMe();
  const isArchived = useIsArchived(record);
  const isAdmin = useIsAdmin();
  const [mayUpdate, mayDelete] = [useCan(`${record.kind}_updateComment`), useCan(`${record.kind}_deleteComment`)];
  const queryClient = useQueryClient();
  if (isArchived) return null;
  const isMine = comment.author?.id === user.id;
  const remove = async (): Promise<void> => {
    await call(operationsOf(record).remove, { path: pathOf(record, comment.id) });
    await queryClient.invalidateQueries({ queryKey: timelinesKey(record.orgId, record.productSlug) });
    announce(t`Comment deleted.`);
  };
  return (
    <div className={styles.buttons}>
      {isMine && mayUpdate && (
        <DialogButton name={t`Edit comment`} isSmall isWide about={about}>
          {(close) => <Edit record={record} comment={comment} close={close} />}
        </DialogButton>
      )}
      {(isMine || isAdmin) && mayDelete && (
        <ConfirmButton name={t`Delete comment`} isSmall about={about} run={remove}>
          <p>
            <Trans>The text is deleted for all members. A placeholder remains.</Trans>
          </p>
        </ConfirmButton>
      )}
    </div>
  );
}

interface CommentValues extends Record<string, unknown> {
  body: string;
}

/** Reads it with its `ETag` first: what is edited is what it says now. */
function Edit({ record, comment, close }: Props & { close: () => void }) {
  const query = useQuery({
    queryKey: [...versionsQuery(record, comment.id).queryKey, 'now'],
    queryFn: () => readComment(record, comment.id),
    gcTime: 0,
    staleTime: Infinity,
  });
  return (
    <Loaded query={query} lines={3}>
      {(read) => <EditForm record={record} comment={comment} read={read} close={close} />}
    </Loaded>
  );
}

async function readComment(record: Commented, commentId: string): Promise<ReadRecord<CommentValues>> {
  const { data, etag } = await callWithTag(operationsOf(record).read, { path: pathOf(record, commentId) });
  return { values: { body: data.comment.body ?? '' }, etag };
}

function EditForm({ record, comment, read, close }: Props & { read: ReadRecord<CommentValues>; close: () => void }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const edited = useRecordForm<CommentValues>({
    draft: `edit of comment ${comment.id}`,
    read,
    check: ({ body }) => ({ body: body.trim() === '' ? t`Enter a text.` : '' }),
    save: async ({ body }, etag) => {
      await call(
        operationsOf(record).update,
        { path: pathOf(record, comment.id), body: { body: body ?? '' } },
        etag === undefined ? {} : { ifMatch: etag },
      );
      void queryClient.invalidateQueries({ queryKey: timelinesKey(record.orgId, record.productSlug) });
      close();
      return { values: { body: body ?? '' }, etag: undefined };
    },
    readAgain: () => readComment(record, comment.id),
  });
  const field = edited.form.field('body');
  return (
    <RecordForm
      record={edited}
      submit={t`Edit comment`}
      actions={<CancelButton onClick={close} />}
      words={{ body: { label: t`Comment`, show: String } }}
    >
      <TextArea label={t`Comment`} rows={8} maxLength={LONGEST} {...field} />
      <MentionField {...field} />
    </RecordForm>
  );
}

function Versions({ record, comment }: Props) {
  const query = useQuery(versionsQuery(record, comment.id));
  return (
    <Loaded query={query} lines={3}>
      {(versions) => (
        <ol role="list" className={styles.versions}>
          {versions.map(({ html, writtenAt }) => (
            <li key={writtenAt} className={styles.version}>
              <p className={styles.quiet}>
                <Time at={writtenAt} />
              </p>
              <RichText html={html} productSlug={record.productSlug} />
            </li>
          ))}
        </ol>
      )}
    </Loaded>
  );
}
