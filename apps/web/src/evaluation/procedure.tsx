import type { Audit, Requirement } from '@curbcut/client';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useOrganization } from '../organizations/organization';
import { useProduct } from '../products/product';
import { requirementsQuery, standardsQuery } from '../standards/queries';
import { Disclosure } from '../ui/disclosure';
import { OutLink } from '../ui/link';
import styles from './details.module.css';
import { type Block, blocksOf, type Stretch } from './markdown';

/** A requirement with the number of the success criterion that it stands for. */
export type KnownRequirement = Requirement & {
  wcag: string | undefined;
  /** Of a standard that comes with the service. */
  isBuiltIn: boolean;
};

/** What its standard says of a requirement; undefined: not read yet, or gone. */
export function useRequirement(audit: Audit, requirementId: string): KnownRequirement | undefined {
  const { id: orgId } = useOrganization();
  const { product } = useProduct();
  const standards = useQuery(standardsQuery(orgId));
  const standardId = audit.standardId ?? product.standardId;
  const standard = standards.data?.find(({ id }) => id === standardId);
  const slug = standard?.slug;
  const requirements = useQuery({ ...requirementsQuery(orgId, slug ?? ''), enabled: slug !== undefined });
  const found = requirements.data?.find(({ id }) => id === requirementId);
  if (!found) return undefined;
  const { wcag } = found.metadata;
  return { ...found, wcag: typeof wcag === 'string' ? wcag : undefined, isBuiltIn: standard?.editable === false };
}

/** What a requirement asks, and how it is examined. */
export function Procedure({ requirement }: { requirement: KnownRequirement | undefined }) {
  const { t } = useLingui();
  if (!requirement) return null;
  const { description, url, procedure, isBuiltIn } = requirement;
  return (
    <>
      {procedure !== null && (
        <Disclosure title={t`Test procedure`} isSmall>
          {/* Those that come with the service are in English. */}
          <div className={styles.procedure} {...(isBuiltIn && { lang: 'en' })}>
            {blocksOf(procedure).map((block, place) => (
              <Shown key={place} block={block} />
            ))}
          </div>
        </Disclosure>
      )}
      {(description !== null || url !== null) && (
        <Disclosure title={t`Requirement text`} isSmall>
          {description && <p className={styles.text}>{description}</p>}
          {url && (
            <p>
              <OutLink href={url}>{t`Learn more`}</OutLink>
            </p>
          )}
        </Disclosure>
      )}
    </>
  );
}

function Shown({ block }: { block: Block }) {
  if (block.kind === 'paragraph')
    return (
      <p>
        <Line stretches={block.line} />
      </p>
    );
  const List = block.kind === 'list' ? 'ul' : 'ol';
  return (
    <List>
      {block.lines.map((stretches, place) => (
        <li key={place}>
          <Line stretches={stretches} />
        </li>
      ))}
    </List>
  );
}

const Line = ({ stretches }: { stretches: readonly Stretch[] }) => (
  <>
    {stretches.map((stretch, place) => {
      if (typeof stretch === 'string') return stretch;
      if (stretch.kind === 'code') return <code key={place}>{stretch.text}</code>;
      if (stretch.kind === 'strong') return <strong key={place}>{stretch.text}</strong>;
      return (
        <OutLink key={place} href={stretch.href}>
          {stretch.text}
        </OutLink>
      );
    })}
  </>
);
