import { Fragment, useMemo, type ReactNode } from 'react';
import { at } from '../app/addresses';
import { useOrganization } from '../organizations/organization';
import { Link, OutLink } from '../ui/link';
import { type Element, type Piece, piecesOf } from './pieces';
import styles from './rich-text.module.css';

/** What somebody wrote in a product, from the HTML that the service made of it; issues that it mentions are links. */
export function RichText({ html, productSlug }: { html: string; productSlug: string }) {
  const pieces = useMemo(() => piecesOf(html), [html]);
  return (
    <div className={styles.text}>
      <Pieces pieces={pieces} productSlug={productSlug} />
    </div>
  );
}

interface Props {
  pieces: readonly Piece[];
  productSlug: string;
}

const Pieces = ({ pieces, productSlug }: Props) => (
  <>
    {pieces.map((piece, place) => (
      <Fragment key={place}>
        {typeof piece === 'string' ? piece : <Shown element={piece} productSlug={productSlug} />}
      </Fragment>
    ))}
  </>
);

function Shown({ element: { tag, attributes, pieces }, productSlug }: { element: Element; productSlug: string }) {
  const inner = <Pieces pieces={pieces} productSlug={productSlug} />;
  switch (tag) {
    case 'a':
      return <OutLink href={attributes['href'] ?? ''}>{inner}</OutLink>;
    case 'span':
      return <Mention attributes={attributes} inner={inner} productSlug={productSlug} />;
    case 'br':
    case 'hr': {
      const Empty = tag;
      return <Empty />;
    }
    case 'ol':
      return <ol start={Number(attributes['start'] ?? 1)}>{inner}</ol>;
    // Headings are those of the view: between them one of a comment would be out of its order.
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      return <p className={styles.heading}>{inner}</p>;
    default: {
      const Same = tag;
      return <Same>{inner}</Same>;
    }
  }
}

function Mention({
  attributes,
  inner,
  productSlug,
}: {
  attributes: Element['attributes'];
  inner: ReactNode;
  productSlug: string;
}) {
  const { slug: org } = useOrganization();
  const issue = attributes['data-issue'];
  if (issue === undefined) return <strong>{inner}</strong>;
  const [slug, number = ''] = issue.split('#');
  return (
    <Link to={at('/o/$org/p/$product/issues/$number', { org, product: slug || productSlug, number })}>{inner}</Link>
  );
}
