import {
  CurbcutError,
  type IssueState,
  issuesReplaceFunctionalNeeds,
  issuesReplaceRequirements,
  issuesUpdate,
} from '@curbcut/client';
import { useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { announce } from '../app/announcements';
import { call } from '../app/client';
import { useMe } from '../app/session';
import { timelinesKey } from '../comments/queries';
import { LastDayField } from '../organizations/day';
import { useOrganization } from '../organizations/organization';
import { useProduct } from '../products/product';
import { Button } from '../ui/button';
import { ComboBox } from '../ui/combo-box';
import { dayOf } from '../ui/day';
import { Choices } from '../ui/choices';
import { RecordForm, type ReadRecord, useRecordForm } from '../ui/record-form';
import { Select } from '../ui/select';
import { TextArea, TextField } from '../ui/text-field';
import { optionsOf } from '../words/options';
import { ISSUE_STATES, PRIORITIES, RATINGS } from '../words/terms';
import { AreasField, namedOf, RatingField, ratingOf, type RatingValues } from './fields';
import { usePeople } from './people';
import {
  functionalNeedsQuery,
  issueQuery,
  productRequirementsQuery,
  type ReadIssue,
  readFunctionalNeeds,
  readRequirements,
} from './queries';
import styles from '../ui/record-form.module.css';

interface IssueValues extends RatingValues {
  title: string;
  description: string;
  state: IssueState;
  sourceUrl: string;
  sourceId: string;
  assigneeId: string;
  teamId: string;
  /** A day where the organization is. */
  dueAt: string;
  areaIds: string[];
  requirementIds: string[];
  functionalNeedIds: string[];
}

const idsOf = (records: readonly { id: string }[]): string[] => records.map(({ id }) => id).sort();

const recordOf = ({ issue, requirements, etag }: ReadIssue, timeZone: string): ReadRecord<IssueValues> => ({
  etag,
  values: {
    title: issue.title,
    description: issue.description ?? '',
    state: issue.state,
    severity: issue.severity ?? '',
    impact: issue.impact ?? '',
    effort: issue.effort ?? '',
    priority: issue.priority ?? '',
    sourceUrl: issue.sourceUrl ?? '',
    sourceId: issue.sourceId ?? '',
    assigneeId: issue.assigneeId ?? '',
    teamId: issue.teamId ?? '',
    dueAt: dayOf(issue.dueAt, timeZone),
    areaIds: idsOf(issue.areas),
    requirementIds: idsOf(requirements),
    functionalNeedIds: idsOf(issue.functionalNeeds),
  },
});

/** Changes an issue, what it fails and whom it keeps out. */
export function EditIssue({ read }: { read: ReadIssue }) {
  const { t, i18n } = useLingui();
  const { id: orgId, timeZone } = useOrganization();
  const { product } = useProduct();
  const { issue } = read;
  const saving = useSaving(read);
  const record = useRecordForm<IssueValues>({ draft: `issue ${issue.id}`, read: recordOf(read, timeZone), ...saving });
  const [isWanted, setWanted] = useState(false);
  const requirements = useQuery({ ...productRequirementsQuery(orgId, product.slug), enabled: isWanted });
  const needs = useQuery({ ...functionalNeedsQuery, enabled: isWanted });
  const { user: me } = useMe();
  const people = usePeople(true, [issue.assigneeId]);
  const options = {
    requirementIds: namedOf([...read.requirements, ...(requirements.data ?? [])]),
    functionalNeedIds: namedOf([...issue.functionalNeeds, ...(needs.data ?? [])]),
    areaIds: namedOf(issue.areas),
  };
  const { field } = record.form;
  // Of an issue of our own it is the page of the barrier.
  const sourceUrl = issue.source === 'external' ? t`URL in another tracker` : t`URL of the page`;
  const states = optionsOf(i18n, ISSUE_STATES);
  const named = (name: keyof typeof options) => (ids: string[]) =>
    ids.map((id) => options[name].find(({ value }) => value === id)?.label ?? id).join(', ');
  const labelIn = (choices: typeof people.members) => (id: string) =>
    choices.find(({ value }) => value === id)?.label ?? id;
  const assignToMe = (): void => {
    field('assigneeId').onChange(me.id);
    announce(t`Save the changes to become the assignee.`);
  };
  const rated = (value: '' | keyof typeof RATINGS) => value && i18n._(RATINGS[value]);
  return (
    <RecordForm
      record={record}
      submit={t`Save changes`}
      words={{
        title: { label: t`Title`, show: String },
        description: { label: t`Description`, show: String },
        state: { label: t`State`, show: (state: IssueState) => i18n._(ISSUE_STATES[state]) },
        severity: { label: t`Severity`, show: rated },
        impact: { label: t`Impact`, show: rated },
        effort: { label: t`Effort`, show: rated },
        priority: { label: t`Priority`, show: (value: IssueValues['priority']) => value && i18n._(PRIORITIES[value]) },
        sourceUrl: { label: sourceUrl, show: String },
        sourceId: { label: t`ID in another tracker`, show: String },
        assigneeId: { label: t`Assignee`, show: labelIn(people.members) },
        teamId: { label: t`Team`, show: labelIn(people.teams) },
        dueAt: { label: t`Due`, show: String },
        areaIds: { label: t`Areas`, show: named('areaIds') },
        requirementIds: { label: t`Requirements`, show: named('requirementIds') },
        functionalNeedIds: { label: t`Functional needs`, show: named('functionalNeedIds') },
      }}
    >
      <div className={styles.form}>
        <div className={styles.part}>
          <TextField label={t`Title`} maxLength={200} autoComplete="off" {...field('title')} />
          <TextArea label={t`Description`} maxLength={2000} rows={8} {...field('description')} />
          <Choices
            label={t`Requirements`}
            hint={t`Requirements that the issue fails.`}
            options={options.requirementIds}
            {...field('requirementIds')}
            onFocus={() => setWanted(true)}
          />
          <Choices
            label={t`Functional needs`}
            hint={t`Affected user groups.`}
            options={options.functionalNeedIds}
            {...field('functionalNeedIds')}
            onFocus={() => setWanted(true)}
          />
          <TextField label={sourceUrl} type="url" autoComplete="off" {...field('sourceUrl')} />
          {(issue.source === 'external' || issue.sourceId !== null) && (
            <TextField label={t`ID in another tracker`} autoComplete="off" {...field('sourceId')} />
          )}
        </div>
        <div className={`${styles.part} ${styles.side}`}>
          <Select
            label={t`State`}
            options={states}
            {...field('state')}
            onChange={(state) => field('state').onChange(state as IssueState)}
          />
          <RatingField {...field('severity')} />
          <RatingField {...field('impact')} />
          <RatingField {...field('effort')} />
          <RatingField {...field('priority')} />
          <ComboBox label={t`Assignee`} options={people.members} {...field('assigneeId')} />
          {issue.assigneeId !== me.id && (
            <div>
              <Button kind="secondary" isSmall onClick={assignToMe}>
                {t`Assign to me`}
              </Button>
            </div>
          )}
          <Select
            label={t`Team`}
            options={[{ value: '', label: t`Team of the product` }, ...people.teams]}
            {...field('teamId')}
          />
          <LastDayField label={t`Due`} {...field('dueAt')} />
          <AreasField productSlug={product.slug} known={issue.areas} {...field('areaIds')} />
        </div>
      </div>
    </RecordForm>
  );
}

/** How an issue is read and saved: it, what it fails and whom it keeps out have an `ETag` each. */
function useSaving({ issue }: ReadIssue) {
  const { id: orgId, timeZone } = useOrganization();
  const { product } = useProduct();
  const queryClient = useQueryClient();
  const path = { orgId, productSlug: product.slug, issueNumber: issue.number };
  const query = issueQuery(orgId, product.slug, String(issue.number));
  const readAgain = async (): Promise<ReadRecord<IssueValues>> =>
    recordOf(await queryClient.fetchQuery({ ...query, staleTime: 0 }), timeZone);
  const save = async (
    { requirementIds, functionalNeedIds, ...changed }: Partial<IssueValues>,
    etag: string | undefined,
    from: IssueValues,
  ): Promise<ReadRecord<IssueValues>> => {
    // Each is looked at before any is written.
    const requirements = requirementIds && (await readRequirements(path));
    const needs = functionalNeedIds && (await readFunctionalNeeds(path));
    if (
      (requirements && !isSame(requirements.ids, from.requirementIds)) ||
      (needs && !isSame(needs.ids, from.functionalNeedIds))
    )
      throw new CurbcutError('Changed meanwhile.', { code: 'changed_meanwhile', status: 412 });
    if (Object.keys(changed).length > 0) await call(issuesUpdate, { path, body: bodyOf(changed) }, taggedWith(etag));
    if (requirementIds)
      await call(issuesReplaceRequirements, { path, body: { requirementIds } }, taggedWith(requirements?.etag));
    if (functionalNeedIds)
      await call(issuesReplaceFunctionalNeeds, { path, body: { functionalNeedIds } }, taggedWith(needs?.etag));
    const now = await readAgain();
    void queryClient.invalidateQueries({ queryKey: ['issues', orgId], refetchType: 'none' });
    void queryClient.invalidateQueries({ queryKey: ['products', orgId] });
    void queryClient.invalidateQueries({ queryKey: timelinesKey(orgId, product.slug) });
    return now;
  };
  return { save, readAgain };
}

const isSame = (a: readonly string[], b: readonly string[]): boolean => [...a].sort().join() === [...b].sort().join();
const taggedWith = (etag: string | undefined) => (etag === undefined ? {} : { ifMatch: etag });

/** What was changed, as the interface takes it: nothing is null there. */
function bodyOf(changed: Partial<IssueValues>) {
  const { title, state, areaIds, ...others } = changed;
  const nullable = Object.fromEntries(Object.entries(others).map(([name, value]) => [name, ratingOf(value as string)]));
  return {
    ...nullable,
    ...(title !== undefined && { title }),
    ...(state && { state }),
    ...(areaIds && { areaIds }),
  };
}
