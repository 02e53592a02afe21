import { JsonObject, JsonObjects, Timestamp } from '#libs/fields';

/** Everything that is kept of a person, but secrets. Each list names the columns of its rows. */
export class PersonalExport {
  @Timestamp()
  exportedAt: Date;
  @JsonObject({ description: 'Name, address, picture, second factor.' })
  account: object;
  @JsonObjects({ description: 'Passwords and providers; the passwords themselves are known to nobody.' })
  signInMethods: object[];
  @JsonObjects()
  sessions: object[];
  @JsonObjects({ description: 'Changes of address that wait, or that the former address can still take back.' })
  addressChanges: object[];
  @JsonObjects({ description: 'Mails that were asked for in the last two days.' })
  mails: object[];
  @JsonObjects()
  memberships: object[];
  @JsonObjects({ description: 'Invitations that you sent.' })
  invitationsSent: object[];
  @JsonObjects({ description: 'Invitations to your address, once you have confirmed it.' })
  invitationsReceived: object[];
  @JsonObjects()
  apiKeys: object[];
  @JsonObjects()
  pinnedProducts: object[];
  @JsonObjects({ description: 'Products for which you are the responsible person.' })
  responsibleFor: object[];
  @JsonObjects({ description: 'Issues, risks and test activities that you made.' })
  records: object[];
  @JsonObjects({ description: 'What you did, and what happened to your account.' })
  events: object[];
}
