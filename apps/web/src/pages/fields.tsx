import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { areasQuery } from '../issues/queries';
import { useOrganization } from '../organizations/organization';
import { useProduct } from '../products/product';
import { Select } from '../ui/select';
import { optionsOf } from '../words/options';
import { PAGE_KINDS } from './words';

interface OfForm {
  id: string;
  name: string;
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
}

/** Whether it is a page of the web or a document. */
export function KindField(field: OfForm) {
  const { t, i18n } = useLingui();
  return <Select label={t`Kind`} options={optionsOf(i18n, PAGE_KINDS)} {...field} />;
}

/** The area of the product that a page belongs to; '': none. */
export function AreaField({ none, ...field }: OfForm & { none?: string }) {
  const { t } = useLingui();
  const { id: orgId } = useOrganization();
  const { product } = useProduct();
  const { data } = useQuery(areasQuery(orgId, product.slug));
  const options = (data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return <Select label={t`Area`} options={[{ value: '', label: none ?? t`None` }, ...options]} {...field} />;
}
