import type { Response } from 'supertest';
import type { BearerToken, Service } from './service.js';

/** A page as a person gets it. */
export interface ParsedPage {
  status: number;
  title: string;
  heading: string;
  /** What it says, without its markup. */
  text: string;
  links: string[];
  forms: ParsedPageForm[];
  response: Response;
}

/** A form of a page: what it sends besides what a person types, and what a person may type. */
export interface ParsedPageForm {
  hidden: Record<string, string>;
  fields: Record<string, { label: string; type: string; value?: string; described: string; invalid: boolean }>;
  button: string;
}

const TEXT: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const plain = (markup: string): string =>
  markup
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|#39);/g, (_whole, name: string) => TEXT[name]!)
    .replace(/\s+/g, ' ')
    .trim();
const all = (markup: string, expression: RegExp): RegExpExecArray[] => [...markup.matchAll(expression)];
const attribute = (tag: string, name: string): string | undefined => {
  const found = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
  return found === undefined ? undefined : plain(found);
};

/**
 * Reads a page and checks what must hold for every page: only this browser may cache it, it contains no scripts, it has
 * a language, a title and one heading, each field has a label and its description, and errors are announced in the
 * title.
 */
export function parsePage(response: Response): ParsedPage {
  const { headers, text } = response;
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'same-origin',
  });
  const policy = String(headers['content-security-policy']);
  for (const part of ["default-src 'none'", "style-src 'self'", "form-action 'self'", "frame-ancestors 'none'"])
    expect(policy).toContain(part);
  expect(policy).not.toMatch(/unsafe|script-src|\*/);
  expect(headers['location']).toBeUndefined();
  expect(text).not.toMatch(
    /<(script|style|iframe|img|base|object)|<[^>]*\s(on\w+|style|formaction)\s*=|(href|src)="\s*(javascript|data):/i,
  );
  expect(text).toMatch(/<html lang="(en|fr)">/);
  expect(text).toMatch(/<meta name="viewport" content="width=device-width, initial-scale=1" \/>/);
  const [title, ...otherTitles] = all(text, /<title>([^<]*)<\/title>/g);
  const [heading, ...otherHeadings] = all(text, /<h1>(.*?)<\/h1>/gs);
  expect([otherTitles, otherHeadings]).toEqual([[], []]);
  const ids = all(text, /\sid="([^"]*)"/g).map(([, id]) => id!);
  expect(new Set(ids).size).toBe(ids.length);
  const wrong = text.includes('role="alert"');
  expect(/^Error: /.test(plain(title![1]!))).toBe(wrong);
  expect(response.status >= 400).toBe(wrong);
  const forms = all(text, /<form ([^>]*)>(.*?)<\/form>/gs).map(([, opening, inner]) => {
    expect(opening).toMatch(/method="post"/);
    return formIn(inner!, text);
  });
  const links = all(text, /<a ([^>]*)>/g).map(([tag]) => attribute(tag, 'href')!);
  for (const anchor of links.filter((link) => link.startsWith('#'))) expect(ids).toContain(anchor.slice(1));
  return {
    status: response.status,
    title: plain(title![1]!),
    heading: plain(heading![1]!),
    text: plain(text.replace(/^.*<body>/s, '')),
    links: links.filter((link) => !link.startsWith('#')),
    forms,
    response,
  };
}

function formIn(inner: string, page: string): ParsedPageForm {
  const inputs = all(inner, /<input\s[^>]*>/g).map(([tag]) => tag);
  const told = (id: string): string => {
    const element = new RegExp(`<(\\w+)[^>]*\\sid="${id}"[^>]*>(.*?)</\\1>`, 's').exec(page);
    expect([id, element !== null]).toEqual([id, true]);
    return plain(element![2]!);
  };
  const buttons = all(inner, /<button [^>]*>(.*?)<\/button>/gs);
  expect(buttons).toHaveLength(1);
  const isHidden = (tag: string) => attribute(tag, 'type') === 'hidden';
  return {
    hidden: Object.fromEntries(
      inputs.filter(isHidden).map((tag) => [attribute(tag, 'name')!, attribute(tag, 'value')!]),
    ),
    fields: Object.fromEntries(
      inputs
        .filter((tag) => !isHidden(tag))
        .map((tag) => {
          const id = attribute(tag, 'id')!;
          const label = new RegExp(`<label for="${id}">(.*?)</label>`, 's').exec(inner);
          expect([id, label !== null]).toEqual([id, true]);
          expect(attribute(tag, 'autocomplete')).toBeTruthy();
          const invalid = attribute(tag, 'aria-invalid') === 'true';
          const described = (attribute(tag, 'aria-describedby') ?? '').split(' ').filter(Boolean).map(told).join(' ');
          if (invalid) expect(described).toContain('Error: ');
          return [
            attribute(tag, 'name')!,
            {
              label: plain(label![1]!),
              type: attribute(tag, 'type')!,
              value: attribute(tag, 'value'),
              described,
              invalid,
            },
          ];
        }),
    ),
    button: plain(buttons[0]![1]!),
  };
}

/** Opens pages and sends their forms as a browser does: with its origin, and what it asks for. */
export function browserOf(
  service: Service,
  { origin, credential }: { origin?: string; credential?: BearerToken } = {},
) {
  const asks = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
  const open = async (path: string, headers: Record<string, string> = {}): Promise<ParsedPage> =>
    parsePage(
      await service
        .as(credential)
        .get(path)
        .set({ Accept: asks, ...headers }),
    );
  const post = (path: string, body: string | Record<string, string>, headers: Record<string, string> = {}) =>
    service
      .as(credential)
      .post(path)
      .set({ Accept: asks, Origin: origin ?? new URL(service.settings.publicUrl).origin, ...headers })
      .type('form')
      .send(typeof body === 'string' ? body : new URLSearchParams(body).toString());
  return {
    open,
    post,
    /** Fills in the form with this button and sends it to the address of its page. */
    submit: async (
      path: string,
      form: ParsedPageForm,
      typed: Record<string, string> = {},
      headers: Record<string, string> = {},
    ): Promise<ParsedPage> => {
      for (const name of Object.keys(typed)) expect(Object.keys(form.fields)).toContain(name);
      const untouched = Object.fromEntries(Object.entries(form.fields).map(([name, { value = '' }]) => [name, value]));
      return parsePage(await post(path, { ...form.hidden, ...untouched, ...typed }, headers));
    },
  };
}
