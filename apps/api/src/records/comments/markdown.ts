import { ID_FORM } from '#libs/ids';
import MarkdownIt, { type Token } from 'markdown-it';

/** Who and what a text mentions, as it names them: nobody has looked whether they exist. */
interface Named {
  /** User ids, in lower case. */
  userIds: string[];
  issues: NamedIssue[];
}

/** An issue as a text names it; without a slug it is one of the product that the text belongs to. */
export interface NamedIssue {
  slug: string | null;
  number: number;
}

/**
 * Which of those exist: the names of people by their ids, and the issues that there are, as `keyOfIssue` names them.
 */
interface Existing {
  people: ReadonlyMap<string, string>;
  issues: ReadonlySet<string>;
}

/** A text that was read, before anybody has looked whom it mentions. */
export interface ReadMarkdown {
  named: Named;
  /** The HTML: links, and of what is mentioned that which exists; all else stays text. */
  html: (existing: Existing) => string;
}

/** What a token of a mention stands for. */
type Mention = { userId: string; name: string } | { issue: NamedIssue };

interface MentionToken extends Token {
  meta: Mention;
}

const USER = new RegExp(`^user:(${ID_FORM})$`, 'i');
const WEB = /^https?:\/\//i;
// Not within a word, an address or another number.
const ISSUE = /(?<![\p{L}\p{N}/#&_-])([a-z0-9]+(?:-[a-z0-9]+)*)?#([1-9]\d{0,8})(?![\p{L}\p{N}_#])/gu;

const markdown = new MarkdownIt('commonmark', { html: false }).disable('image');
markdown.validateLink = (address) => WEB.test(address) || USER.test(address);
// Before the rule that makes characters that were escaped a part of the text.
markdown.core.ruler.before('text_join', 'mentions', ({ tokens, Token }) => {
  for (const block of tokens)
    if (block.children) block.children = inlineOf(block.children, (type) => new Token(type, '', 0));
});
markdown.renderer.rules['mention'] = (tokens, index, _options, env) =>
  htmlOf(tokens[index] as MentionToken, (env as { existing: Existing }).existing);

/** Reads CommonMark without HTML and pictures, whose links lead to web addresses alone. */
export function readMarkdown(text: string): ReadMarkdown {
  const env = {};
  const tokens = markdown.parse(text, env);
  const mentions = tokens.flatMap(({ children }) => (children ?? []).filter(isMention).map(({ meta }) => meta));
  return {
    named: {
      userIds: [...new Set(mentions.flatMap((mention) => ('userId' in mention ? mention.userId : [])))],
      issues: mentions.flatMap((mention) => ('issue' in mention ? mention.issue : [])),
    },
    html: (existing) => markdown.renderer.render(tokens, markdown.options, { ...env, existing }),
  };
}

/** An issue in a set of those that exist. */
export const keyOfIssue = ({ slug, number }: NamedIssue): string => `${slug ?? ''}#${number}`;

const isMention = (token: Token): token is MentionToken => token.type === 'mention';

/** The tokens of a paragraph with those of mentions, and links as they go out. */
function inlineOf(tokens: readonly Token[], newToken: (type: string) => Token): Token[] {
  const made: Token[] = [];
  const mention = (meta: Mention, content: string) =>
    void made.push(Object.assign(newToken('mention'), { meta, content }));
  let linked = 0;
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index]!;
    if (token.type === 'link_open') {
      const userId = USER.exec(String(token.attrGet('href')))?.[1]!.toLowerCase();
      if (userId === undefined) {
        linked += 1;
        token.attrSet('rel', 'noopener noreferrer nofollow');
        made.push(token);
        continue;
      }
      const end = tokens.findIndex(({ type }, at) => at > index && type === 'link_close');
      const inner = tokens.slice(index + 1, end);
      const before = made.at(-1);
      if (before?.type === 'text' && before.content.endsWith('@')) {
        before.content = before.content.slice(0, -1);
        const name = inner.map(({ content }) => content).join('');
        mention({ userId, name }, `@${name}`);
      } else made.push(...inner);
      index = end;
    } else if (token.type === 'text' && linked === 0) {
      let from = 0;
      const text = (until: number) => {
        if (until > from)
          made.push(Object.assign(newToken('text'), { content: token.content.slice(from, until), level: token.level }));
      };
      for (const found of token.content.matchAll(ISSUE)) {
        const [whole, slug = null, number] = found;
        text(found.index);
        mention({ issue: { slug, number: Number(number) } }, whole);
        from = found.index + whole.length;
      }
      text(token.content.length);
    } else {
      if (token.type === 'link_close') linked -= 1;
      made.push(token);
    }
  }
  return made;
}

function htmlOf({ meta, content }: MentionToken, { people, issues }: Existing): string {
  const escaped = markdown.utils.escapeHtml(content);
  if ('userId' in meta) {
    const name = people.get(meta.userId);
    return name === undefined ? escaped : `<span data-user="${meta.userId}">@${markdown.utils.escapeHtml(name)}</span>`;
  }
  return issues.has(keyOfIssue(meta.issue))
    ? `<span data-issue="${keyOfIssue(meta.issue)}">${escaped}</span>`
    : escaped;
}
