import type { Fault } from '#libs/errors';
import { characterCount, isHttpUrl } from '#libs/fields';
import { type Applicant, appliesTo } from '../../../standards/catalogue/applies-to.js';
import type { BuiltInStandard } from '../../../standards/catalogue/built-in-standard.js';
import { BUILT_IN_STANDARDS } from '../../../standards/catalogue/built-in.js';
import { OPENACR_CATALOGUES } from '../../../standards/catalogue/data/openacr-catalogues.generated.js';
import { numbered } from '../../../standards/standards/numbered.js';
import { OPENACR_STANDARDS, OPENACR_TERMS_OF } from '../exports/openacr-report.js';
import type { CreateConformanceReport } from '../reports/dto/conformance-report.dto.js';
import { COMPONENTS, type Component, type Verdict, VERDICTS } from '../statement-terms.js';
import { statementOf, type VerdictStatement } from '../verdicts/statement.js';
import { sharedPlaces } from '../verdicts/verdict-places.js';

/** What a file in OpenACR makes of a product. */
export interface OpenAcrContent {
  report: CreateConformanceReport;
  statements: VerdictStatement[];
  /** What of it a report has no room for, in words. */
  leftOut: string[];
}

type Node = Readonly<Record<string, unknown>>;
type Requirement = BuiltInStandard['requirements'][number];

const MAX_REMARKS = 10_000;
const MAX_TEXT = 10_000;

/** A term of OpenACR as the verdict that it is. */
const VERDICT_OF = new Map<string, Verdict>(VERDICTS.map((verdict) => [OPENACR_TERMS_OF[verdict], verdict]));
const WCAG_CHAPTERS = ['success_criteria_level_a', 'success_criteria_level_aa', 'success_criteria_level_aaa'];

/** Whoever writes OpenACR for a product by hand may leave the value of a field empty. */
const isEmpty = (value: unknown): value is undefined | null | '' =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/**
 * What a file in OpenACR says, as a draft of a product; all its faults, by their place in the file. What does not apply
 * to the product is not said.
 */
export function openAcrContent(value: unknown, product: Applicant): OpenAcrContent | { faults: Fault[] } {
  const faults: Fault[] = [];
  const file = nodeAt(value, '/file', faults);
  const catalogue = textAt(file, 'catalog', '/file', faults) ?? '';
  if (!Object.hasOwn(OPENACR_CATALOGUES, catalogue))
    faults.push({
      path: '/file/catalog',
      code: catalogue === '' ? 'required' : 'not_allowed',
      message: `The catalogue must be one of ${Object.keys(OPENACR_CATALOGUES).join(', ')}.`,
    });
  const about = aboutOf(file, faults);
  if (faults.length > 0) return { faults };
  const claims = claimsOf(nodeAt(file['chapters'] ?? {}, '/file/chapters', faults), standardsOf(catalogue), faults);
  if (faults.length > 0) return { faults };
  const covered = coveredBy(claims, standardsOf(catalogue));
  const placesOf = sharedPlaces(covered.map(({ id }) => id));
  const doesNotApply = (claim: Claim): boolean =>
    claim.verdict === 'not_applicable' &&
    placesOf(claim).places.some(({ requirementId }) => !applies(requirementOfId.get(requirementId)!, product));
  const seen = new Set<string>();
  const statements = claims.flatMap((claim): VerdictStatement[] => {
    const { requirementId, component, verdict, remarks, path } = claim;
    const { key } = placesOf(claim);
    if (seen.has(key)) faults.push({ path, code: 'duplicate', message: 'The file contains this criterion twice.' });
    seen.add(key);
    return doesNotApply(claim) ? [] : [statementOf(requirementId, { component, verdict, remarks })];
  });
  if (faults.length > 0) return { faults };
  const standards = covered.map((standard) => ({
    standardId: standard.id,
    conformanceLevel: levelOf(standard, claims),
  }));
  return { ...about, report: { ...about.report, standards }, statements };
}

const requirementOfId = new Map(
  BUILT_IN_STANDARDS.flatMap(({ requirements }) => requirements.map((one) => [one.id, one] as const)),
);

const applies = ({ id, appliesTo: condition }: Requirement, product: Applicant): boolean =>
  product.drawnIn.includes(id) || appliesTo(condition, product);

const SLUGS: Readonly<Record<string, string>> = {
  'wcag 2.0': 'wcag-2-0',
  'wcag 2.1': 'wcag-2-1',
  'wcag 2.2': 'wcag-2-2',
};

/** The standards of a catalogue, WCAG first. */
const standardsOf = (catalogue: string): BuiltInStandard[] =>
  OPENACR_STANDARDS.find(([name]) => name === catalogue)![1].map((standard) =>
    BUILT_IN_STANDARDS.find(({ slug }) => slug === (SLUGS[standard] ?? standard))!,
  );

/** What the file says beside its verdicts. */
function aboutOf(file: Node, faults: Fault[]): Pick<OpenAcrContent, 'report' | 'leftOut'> {
  const text = (node: Node, name: string, path = '/file') => textAt(node, name, path, faults);
  const [product, author, vendor] = ['product', 'author', 'vendor'].map((name) =>
    nodeAt(file[name] ?? {}, `/file/${name}`, faults),
  ) as [Node, Node, Node];
  const title = text(file, 'title');
  if (title === undefined) faults.push({ path: '/file/title', code: 'required', message: 'The file has no title.' });
  const feedback = text(file, 'feedback');
  const [name, email] = [text(author, 'name', '/file/author'), text(author, 'email', '/file/author')];
  const organization = text(author, 'company_name', '/file/author');
  const vendorEmail = text(vendor, 'email', '/file/vendor');
  const phone = text(vendor, 'phone', '/file/vendor');
  const url = text(vendor, 'website', '/file/vendor');
  const hasAddress = feedback !== undefined && isHttpUrl(feedback);
  const fields = {
    title: title ?? '',
    productVersion: text(product, 'version', '/file/product') ?? null,
    productDescription: text(product, 'description', '/file/product') ?? null,
    notes: text(file, 'notes') ?? null,
    methods: text(file, 'evaluation_methods_used') ?? null,
    feedbackUrl: hasAddress ? feedback : null,
    author: name !== undefined && email !== undefined ? { name, email, ...(organization && { organization }) } : null,
    contact: vendorEmail === undefined ? null : { email: vendorEmail, ...(phone && { phone }), ...(url && { url }) },
  };
  const absent: [isLeftOut: boolean, name: string][] = [
    [name !== undefined && fields.author === null, 'author'],
    [Object.values(vendor).some((one) => !isEmpty(one)) && fields.contact === null, 'vendor'],
    [feedback !== undefined && !hasAddress, 'feedback'],
    [!isEmpty(file['legal_disclaimer']), 'legal_disclaimer'],
    [!isEmpty(file['repository']), 'repository'],
    [!isEmpty(file['license']), 'license'],
    [!isEmpty(file['related_openacrs']), 'related_openacrs'],
  ];
  return { report: fields, leftOut: absent.filter(([isLeftOut]) => isLeftOut).map(([, one]) => one) };
}

/** What a file says of a criterion, at the first requirement that has it. */
interface Claim {
  requirementId: string;
  component: Component;
  verdict: Verdict;
  remarks: string | null;
  chapter: string;
  standardId: string;
  path: string;
}

function claimsOf(chapters: Node, standards: readonly BuiltInStandard[], faults: Fault[]): Claim[] {
  const [wcag, ...others] = standards as [BuiltInStandard, ...BuiltInStandard[]];
  const byCriterion = new Map(wcag.requirements.map((one) => [String(one.metadata['wcag']), [wcag, one] as const]));
  const byNumber = new Map(
    others.flatMap((standard) =>
      standard.requirements.map((one) => [numbered(one.name).number!, [standard, one] as const] as const),
    ),
  );
  return Object.entries(chapters).flatMap(([chapter, value]) => {
    const path = `/file/chapters/${chapter.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const known = WCAG_CHAPTERS.includes(chapter) ? byCriterion : byNumber;
    const criteria = listAt(nodeAt(value ?? {}, path, faults), 'criteria', path, faults);
    return criteria.flatMap((one, index) => {
      const at = `${path}/criteria/${index}`;
      const criterion = nodeAt(one, at, faults);
      const number = textAt(criterion, 'num', at, faults) ?? '';
      const components = listAt(criterion, 'components', at, faults);
      const found = known.get(number);
      const claims = components.flatMap((component, place) =>
        claimOf(component, `${at}/components/${place}`, faults).map((claim) => ({ ...claim, chapter })),
      );
      if (claims.length > 0 && !found)
        faults.push({
          path: `${at}/num`,
          code: 'unknown_reference',
          message: `The catalogue does not have this criterion here: ${number.slice(0, 100)}`,
          params: { value: number.slice(0, 100) },
        });
      return found ? claims.map((claim) => ({ ...claim, standardId: found[0].id, requirementId: found[1].id })) : [];
    });
  });
}

function claimOf(
  value: unknown,
  path: string,
  faults: Fault[],
): Pick<Claim, 'component' | 'verdict' | 'remarks' | 'path'>[] {
  const node = nodeAt(value, path, faults);
  const name = textAt(node, 'name', path, faults) ?? 'none';
  const adherence = nodeAt(node['adherence'] ?? {}, `${path}/adherence`, faults);
  const level = textAt(adherence, 'level', `${path}/adherence`, faults);
  const remarks = textAt(adherence, 'notes', `${path}/adherence`, faults, MAX_REMARKS) ?? null;
  // Whoever has not yet decided leaves the level empty.
  if (level === undefined) return [];
  const verdict = VERDICT_OF.get(level);
  const component = name === 'none' ? 'web' : COMPONENTS.find((one) => one === name);
  if (!verdict) faults.push(notAllowed(`${path}/adherence/level`, level, [...VERDICT_OF.keys()]));
  if (!component) faults.push(notAllowed(`${path}/name`, name, [...COMPONENTS, 'none']));
  return verdict && component ? [{ component, verdict, remarks, path }] : [];
}

/** The standards of which a file says something; where it says nothing, the first. */
function coveredBy(claims: readonly Claim[], standards: readonly BuiltInStandard[]): BuiltInStandard[] {
  const standardIds = new Set(claims.map(({ standardId }) => standardId));
  const covered = standards.filter(({ id }) => standardIds.has(id));
  return covered.length > 0 ? covered : standards.slice(0, 1);
}

/** The highest level of WCAG of which more is said than that nobody has evaluated it. */
function levelOf({ id, levels }: BuiltInStandard, claims: readonly Claim[]): string | null {
  const chapters = new Set(
    claims
      .filter(({ standardId, verdict }) => standardId === id && verdict !== 'not_evaluated')
      .map(({ chapter }) => chapter),
  );
  const place = WCAG_CHAPTERS.findLastIndex((chapter) => chapters.has(chapter));
  return levels[place === -1 ? 1 : place]?.id ?? null;
}

const notAllowed = (path: string, value: string, allowed: readonly string[]): Fault => ({
  path,
  code: 'not_allowed',
  message: `${JSON.stringify(value.slice(0, 100))} must be one of ${allowed.join(', ')}.`,
});

function nodeAt(value: unknown, path: string, faults: Fault[]): Node {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Node;
  faults.push({ path, code: 'wrong_type', message: 'This must be a mapping of names to values.' });
  return {};
}

function listAt(node: Node, name: string, path: string, faults: Fault[]): unknown[] {
  const value = node[name];
  if (isEmpty(value)) return [];
  if (Array.isArray(value)) return value;
  faults.push({ path: `${path}/${name}`, code: 'wrong_type', message: `${name} must be a list.` });
  return [];
}

function textAt(node: Node, name: string, path: string, faults: Fault[], max = MAX_TEXT): string | undefined {
  const value = Object.hasOwn(node, name) ? node[name] : undefined;
  if (isEmpty(value)) return undefined;
  if (typeof value !== 'string') {
    faults.push({ path: `${path}/${name}`, code: 'wrong_type', message: `${name} must be a string.` });
    return undefined;
  }
  if (characterCount(value) <= max) return value.trim();
  const message = `${name} has more than ${max} characters.`;
  faults.push({ path: `${path}/${name}`, code: 'too_long', message, params: { max } });
  return undefined;
}
