import { query } from '#libs/database';
import { InvalidInput } from '#libs/errors';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Product } from '../../products/products/product.entity.js';
import type { MentionedIssue } from './comment.entity.js';
import { NAMES_OF_MEMBERS } from './comments.sql.js';
import { keyOfIssue, type NamedIssue, readMarkdown } from './markdown.js';

/** How many people a comment may mention. */
const MAX_PEOPLE = 20;
/** How many issues are looked for; what is named after them stays text. */
const MAX_ISSUES = 50;

/** Finds those of some issues of an organization that there are. */
type FindIssues = (
  tx: EntityManager,
  organizationId: string,
  issues: readonly { slug: string; number: number }[],
) => Promise<MentionedIssue[]>;

/** A text as it is kept. */
interface Rendered {
  body: string;
  html: string;
  mentionedUserIds: string[];
  mentionedIssues: MentionedIssue[];
}

/** Finds whom and what comments mention. */
@Injectable()
export class Mentions {
  private findIssues: FindIssues = async () => [];

  /** Registers how to find issues; the issues module provides it. */
  findIssuesBy(find: FindIssues): void {
    this.findIssues = find;
  }

  /**
   * The HTML of a text, with whom and what of the organization it mentions. Two statements at most. @throws
   * InvalidInput
   */
  async render(tx: EntityManager, { organizationId, slug }: Product, body: string): Promise<Rendered> {
    const { named, html } = readMarkdown(body);
    if (named.userIds.length > MAX_PEOPLE)
      throw new InvalidInput([
        {
          ...{ path: '/body', code: 'too_many', params: { max: MAX_PEOPLE } },
          message: `A comment can mention at most ${MAX_PEOPLE} people.`,
        },
      ]);
    const people = named.userIds.length > 0 ? await query(tx, NAMES_OF_MEMBERS, [organizationId, named.userIds]) : [];
    const wanted = distinct(named.issues).slice(0, MAX_ISSUES);
    const placed = wanted.map((issue) => ({ slug: issue.slug ?? slug, number: issue.number }));
    const found = placed.length > 0 ? await this.findIssues(tx, organizationId, placed) : [];
    const there = new Set(found.map(keyOfIssue));
    const existing = wanted.filter((issue) => there.has(keyOfIssue({ slug, ...withSlug(issue) })));
    return {
      body,
      html: html({
        people: new Map(people.map(({ id, name }) => [id, name])),
        issues: new Set(existing.map(keyOfIssue)),
      }),
      mentionedUserIds: people.map(({ id }) => id),
      mentionedIssues: found,
    };
  }
}

const withSlug = ({ slug, number }: NamedIssue) => (slug === null ? { number } : { slug, number });

const distinct = (issues: readonly NamedIssue[]): NamedIssue[] => [
  ...new Map(issues.map((issue) => [keyOfIssue(issue), issue])).values(),
];
