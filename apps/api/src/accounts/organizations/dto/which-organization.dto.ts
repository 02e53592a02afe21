import { Id, IdParameter, Lenient, TextParameter } from '#libs/fields';

@Lenient()
export class OrganizationReference {
  @Id()
  organizationId: string;
}

export class OrganizationQuery {
  @IdParameter({ description: 'If absent, the active organization.' })
  organizationId?: string;
}

export class WhichOrganizationQuery {
  @IdParameter()
  organizationId?: string;
  @TextParameter()
  organizationSlug?: string;
}
