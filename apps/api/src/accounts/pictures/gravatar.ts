import { createHash } from 'node:crypto';

/** Where Gravatar shows the picture of a mail address, or a silhouette (https://docs.gravatar.com/rest/hash/). */
export function gravatarOf(email: string): string {
  const hash = createHash('sha256').update(email.trim().toLowerCase()).digest('hex');
  return `https://www.gravatar.com/avatar/${hash}?s=256&d=mp`;
}
