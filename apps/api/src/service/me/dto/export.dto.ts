import { JsonObject, JsonObjectList, Timestamp } from '#libs/fields';

/** All personal data of a person, without secrets. Each list has the columns of its rows. */
export class PersonalExport {
  @Timestamp({ description: 'The time of the export.' })
  exportedAt: Date;
  @JsonObject({
    description: 'Name, email address, picture, second factor, and the hashed networks of your sign-ins.',
  })
  account: object;
  @JsonObjectList({ description: 'Passwords and providers, without the passwords themselves.' })
  signInMethods: object[];
  @JsonObjectList({ description: 'Your sessions.' })
  sessions: object[];
  @JsonObjectList({ description: 'Pending address changes, and those that the former address can still reverse.' })
  addressChanges: object[];
  @JsonObjectList({ description: 'Emails requested in the last two days.' })
  mails: object[];
  @JsonObjectList({ description: 'Your organizations, with your role.' })
  memberships: object[];
  @JsonObjectList({ description: 'Invitations sent by you.' })
  invitationsSent: object[];
  @JsonObjectList({ description: 'Invitations to your confirmed email address.' })
  invitationsReceived: object[];
  @JsonObjectList({ description: 'API keys created by you, without their secrets.' })
  apiKeys: object[];
  @JsonObjectList({ description: 'Trusted publishers created by you.' })
  trustedPublishers: object[];
  @JsonObjectList({ description: 'Your pinned products.' })
  pinnedProducts: object[];
  @JsonObjectList({ description: 'Your saved views.' })
  savedViews: object[];
  @JsonObjectList({ description: 'Products for which you are responsible.' })
  responsibleFor: object[];
  @JsonObjectList({ description: 'Issues assigned to you.' })
  assignedIssues: object[];
  @JsonObjectList({ description: 'Issues watched by you.' })
  watchedIssues: object[];
  @JsonObjectList({ description: 'Issues, risks and test activities created by you.' })
  records: object[];
  @JsonObjectList({ description: 'Your comments on records, with their earlier versions.' })
  comments: object[];
  @JsonObjectList({
    description: 'Evidence files uploaded by you; each is read at `GET …/evidence/:evidenceId`.',
  })
  evidence: object[];
  @JsonObjectList({ description: 'Your decisions in audits; entry 0 means `all`.' })
  outcomes: object[];
  @JsonObjectList({ description: 'Files imported into audits by you.' })
  imports: object[];
  @JsonObjectList({ description: 'Your assignments in audits.' })
  auditAssignments: object[];
  @JsonObjectList({ description: 'Your verdicts in conformance reports.' })
  verdicts: object[];
  @JsonObjectList({ description: 'Your actions and the security events of your account.' })
  events: object[];
}
