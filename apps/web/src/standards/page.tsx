import { type Standard, standardsDelete, standardsDuplicate } from '@curbcut/client';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { at } from '../app/addresses';
import { announce } from '../app/announcements';
import { call } from '../app/client';
import { queryClient } from '../app/queries';
import { useAddress, useSearch } from '../app/router-hooks';
import { useCan, useOrganization } from '../organizations/organization';
import { ConfirmButton } from '../ui/confirm-button';
import { EmptyState } from '../ui/empty-state';
import { Filters } from '../ui/filters';
import { chosenOf } from '../ui/list-query';
import { LoadedView } from '../ui/loaded-view';
import { Loaded } from '../ui/loading';
import { Redirect } from '../ui/redirect';
import { Status } from '../ui/status';
import { View } from '../ui/view';
import { EditStandard, NewGroup, NewRequirement } from './forms';
import { groupsQuery, requirementsQuery, standardQuery } from './queries';
import { StandardTree } from './tree';

/** A standard: its requirements in their groups. A former slug leads to the present one. */
export function Page() {
  const { t } = useLingui();
  const { standard: slug } = useAddress('/o/$org/standards/$standard');
  const [search] = useSearch();
  const { id: orgId, slug: org, name } = useOrganization();
  const query = useQuery(standardQuery(orgId, slug));
  return (
    <LoadedView query={query} title={t`Standard`} where={name}>
      {({ standard, etag }) =>
        slug === standard.slug || slug === standard.id ? (
          <ShownStandard standard={standard} etag={etag} />
        ) : (
          <Redirect to={at('/o/$org/standards/$standard', { org, standard: standard.slug })} search={search} />
        )
      }
    </LoadedView>
  );
}

function ShownStandard({ standard, etag }: { standard: Standard; etag: string | undefined }) {
  const { t } = useLingui();
  const [search] = useSearch();
  const { id: orgId, name: where } = useOrganization();
  const mayChange = useCan('standards_update') && standard.editable;
  const mayDuplicate = useCan('standards_duplicate');
  const groups = useQuery(groupsQuery(orgId, standard.slug));
  const requirements = useQuery(requirementsQuery(orgId, standard.slug));
  const levels = {
    name: 'level',
    label: t`Level`,
    options: standard.levels.map(({ id, name }) => ({ value: id, label: name })),
  };
  const chosen = chosenOf(search, levels);
  const words = (search['q'] ?? '').toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const isFiltered = words.length > 0 || chosen.length > 0;
  return (
    <View
      title={standard.name}
      where={where}
      lead={standard.description ?? (standard.editable ? t`Agents of the organization` : t`Built-in`)}
      actions={
        <>
          {mayDuplicate && <Duplicate standard={standard} />}
          {mayChange && <EditStandard standard={standard} etag={etag} />}
          {mayChange && <DeleteStandard standard={standard} etag={etag} />}
        </>
      }
    >
      <Filters filters={[levels]}>
        {mayChange && <NewRequirement standard={standard} groups={groups.data ?? []} />}
        {mayChange && <NewGroup standard={standard} groups={groups.data ?? []} />}
      </Filters>
      <Loaded query={groups} lines={8}>
        {(allGroups) => (
          <Loaded query={requirements} lines={8}>
            {(all) => {
              const shown = all.filter(
                ({ name, level }) =>
                  words.every((word) => name.toLocaleLowerCase().includes(word)) &&
                  (chosen.length === 0 || (level !== null && chosen.includes(level))),
              );
              return (
                <>
                  <Status>
                    <Plural value={shown.length} one="# requirement" other="# requirements" />
                  </Status>
                  {shown.length === 0 && (isFiltered || allGroups.length === 0) ? (
                    <EmptyState title={isFiltered ? t`No matching requirements` : t`No requirements yet`}>
                      {isFiltered ? (
                        <Trans>Remove a filter, or shorten the search text.</Trans>
                      ) : (
                        mayChange && <Trans>Add groups and requirements.</Trans>
                      )}
                    </EmptyState>
                  ) : (
                    <StandardTree
                      standard={standard}
                      groups={allGroups}
                      requirements={shown}
                      isFiltered={isFiltered}
                      mayChange={mayChange}
                    />
                  )}
                </>
              );
            }}
          </Loaded>
        )}
      </Loaded>
    </View>
  );
}

function Duplicate({ standard }: { standard: Standard }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { id: orgId, slug: org } = useOrganization();
  const duplicate = async (): Promise<void> => {
    const path = { orgId, standardSlug: standard.slug };
    const { standard: copy } = await call(standardsDuplicate, { path });
    await queryClient.invalidateQueries({ queryKey: ['standards', orgId], refetchType: 'none' });
    await navigate({ to: at('/o/$org/standards/$standard', { org, standard: copy.slug }) });
    announce(t`Copy ${copy.name} created.`);
  };
  return (
    <ConfirmButton name={t`Duplicate`} kind="secondary" run={duplicate}>
      <p>
        <Trans>This creates a copy of {standard.name} that you can change.</Trans>
      </p>
    </ConfirmButton>
  );
}

function DeleteStandard({ standard, etag }: { standard: Standard; etag: string | undefined }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { id: orgId, slug: org } = useOrganization();
  const remove = async (): Promise<void> => {
    const path = { orgId, standardSlug: standard.slug };
    await call(standardsDelete, { path }, etag === undefined ? {} : { ifMatch: etag });
    await navigate({ to: at('/o/$org/standards', { org }), replace: true });
    queryClient.removeQueries({ queryKey: ['standards', orgId] });
    void queryClient.invalidateQueries({ queryKey: ['products', orgId] });
    announce(t`${standard.name} deleted.`);
  };
  return (
    <ConfirmButton name={t`Delete standard`} run={remove}>
      <p>
        <Trans>{standard.name} deleted. Products that used it now follow the organization’s settings.</Trans>
      </p>
    </ConfirmButton>
  );
}
