import type { SubjectKind } from '@curbcut/client';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useOrganization } from '../organizations/organization';
import { useProduct } from '../products/product';
import { Disclosure } from '../ui/disclosure';
import { Loaded } from '../ui/loading';
import { recordChangesQuery } from './queries';
import { Timeline } from './timeline';

/** Who changed a record, when and how: read when somebody opens it. */
export function RecordChanges({ kind, id }: { kind: SubjectKind; id: string }) {
  const { t } = useLingui();
  const { modules } = useOrganization();
  if (!modules.includes('changes')) return null;
  return (
    <Disclosure title={t`Changes`}>
      <History kind={kind} id={id} />
    </Disclosure>
  );
}

function History({ kind, id }: { kind: SubjectKind; id: string }) {
  const { t } = useLingui();
  const { id: orgId } = useOrganization();
  const { product } = useProduct();
  const query = useQuery(recordChangesQuery(orgId, product.slug, kind, id));
  return (
    <Loaded query={query} lines={4}>
      {(changes) => (changes.length === 0 ? <p>{t`No changes yet.`}</p> : <Timeline changes={changes} />)}
    </Loaded>
  );
}
