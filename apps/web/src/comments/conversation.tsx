import { Plural, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { OneChange } from '../changes/timeline';
import { useCan } from '../organizations/organization';
import { Button } from '../ui/button';
import { Loaded } from '../ui/loading';
import { Status } from '../ui/status';
import { Section } from '../ui/view';
import { CommentForm } from './comment-form';
import { OneComment } from './comment';
import { type Commented, timelineQuery, useIsArchived } from './queries';
import timeline from '../changes/timeline.module.css';
import styles from './conversation.module.css';

/** What people say about a record, among what happened to it, the newest first, as a part of its view. */
export function Conversation({ record }: { record: Commented }) {
  const { t } = useLingui();
  return (
    <Section title={t`Conversation and history`}>
      <Talk record={record} />
    </Section>
  );
}

/** The same without a heading. */
export function Talk({ record }: { record: Commented }) {
  const { t } = useLingui();
  const isArchived = useIsArchived(record);
  const mayComment = useCan(`${record.kind}_createComment`) && !isArchived;
  const query = useInfiniteQuery(timelineQuery(record));
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  return (
    <>
      {mayComment && <CommentForm record={record} />}
      <Loaded query={query} lines={6}>
        {({ pages }) => {
          const entries = pages.flatMap((page) => page.entries);
          return entries.length === 0 ? (
            <p className={styles.quiet}>{t`No comments yet.`}</p>
          ) : (
            <>
              <Status>
                <Plural value={pages[0]?.total ?? entries.length} one="# entry" other="# entries" />
              </Status>
              <ol role="list" className={timeline.history}>
                {entries.map(({ id, comment, change }) => (
                  <li key={id} className={timeline.change}>
                    {comment && <OneComment record={record} comment={comment} />}
                    {change && <OneChange change={change} />}
                  </li>
                ))}
              </ol>
              {hasNextPage && (
                <div>
                  <Button kind="secondary" isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                    {t`Show earlier items`}
                  </Button>
                </div>
              )}
            </>
          );
        }}
      </Loaded>
    </>
  );
}
