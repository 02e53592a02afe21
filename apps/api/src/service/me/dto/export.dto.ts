import { JsonObject, JsonObjectList, Timestamp } from '#libs/fields';

/** All personal data of a person, without secrets. Each list has the columns of its rows. */
export class PersonalExport {
  @Timestamp({ description: 'When this was read.' })
  exportedAt: Date;
  @JsonObject({
    description: 'Name, address, picture, second factor, and the networks in which you signed in, as hashes.',
  })
  account: object;
  @JsonObjectList({ description: 'Passwords and providers; the passwords themselves are known to nobody.' })
  signInMethods: object[];
  @JsonObjectList({ description: 'Where you are signed in.' })
  sessions: object[];
  @JsonObjectList({ description: 'Changes of address that wait, or that the former address can still take back.' })
  addressChanges: object[];
  @JsonObjectList({ description: 'Mails that were asked for in the last two days.' })
  mails: object[];
  @JsonObjectList({ description: 'Organizations that you belong to, with your role.' })
  memberships: object[];
  @JsonObjectList({ description: 'Invitations that you sent.' })
  invitationsSent: object[];
  @JsonObjectList({ description: 'Invitations to your address, once you have confirmed it.' })
  invitationsReceived: object[];
  @JsonObjectList({ description: 'Keys that you made, without their secrets.' })
  apiKeys: object[];
  @JsonObjectList({ description: 'Repositories that you let report without a stored key.' })
  trustedPublishers: object[];
  @JsonObjectList({ description: 'Products that you have pinned.' })
  pinnedProducts: object[];
  @JsonObjectList({ description: 'Filters of lists that you keep.' })
  savedViews: object[];
  @JsonObjectList({ description: 'Products for which you are the responsible person.' })
  responsibleFor: object[];
  @JsonObjectList({ description: 'Issues that you have to do.' })
  assignedIssues: object[];
  @JsonObjectList({ description: 'Issues that you watch.' })
  watchedIssues: object[];
  @JsonObjectList({ description: 'Issues, risks and test activities that you made.' })
  records: object[];
  @JsonObjectList({ description: 'What you said about records, with the words that it had before.' })
  comments: object[];
  @JsonObjectList({
    description: 'Files that you uploaded to show what records say; each is read at `GET …/evidence/:evidenceId`.',
  })
  evidence: object[];
  @JsonObjectList({ description: 'What you decided in audits; entry 0 is `all`.' })
  outcomes: object[];
  @JsonObjectList({ description: 'Files that you imported into audits.' })
  imports: object[];
  @JsonObjectList({ description: 'What you are to examine in audits.' })
  auditAssignments: object[];
  @JsonObjectList({ description: 'What you stated in conformance reports.' })
  verdicts: object[];
  @JsonObjectList({ description: 'What you did, and what happened to your account.' })
  events: object[];
}
