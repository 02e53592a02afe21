/** What people shall be told of; who that is, and in which words, `notifications` knows. */
export type Notice = { organizationId: string } & (
  | { kind: 'assigned'; assignments: readonly { userId: string; issueId: string }[] }
  | { kind: 'grade_dropped'; productId: string; from: string; to: string }
  | { kind: 'regressed'; productId: string; activityId: string }
  | { kind: 'invited'; invitationId: string }
  | { kind: 'monitor_failing'; productId: string; subject: { id: string; number: number; title: string } }
  | {
      kind: 'certificate_ending';
      /** Of whose provider they are. */
      issuer: string;
      certificates: readonly { fingerprint: string; endsAt: string }[];
    }
  | {
      kind: 'connection_failing';
      /** `productSlug`: of a tracker, which is a product's. */
      subject: { kind: 'webhook' | 'tracker_connection'; id: string; title: string; productSlug?: string };
    }
);
