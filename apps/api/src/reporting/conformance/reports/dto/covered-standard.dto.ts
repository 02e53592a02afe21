import { Described, Id } from '#libs/fields';

/** A standard of a report, in answers. */
@Described('A standard of a report.')
export class CoveredStandardDto {
  @Id()
  standardId: string;
  @Id({ nullable: true, description: 'The id of a level of the standard; null for all requirements.' })
  conformanceLevel: string | null;
}

/** A standard of a report, in requests. */
@Described('A standard of a report.')
export class CoverStandard {
  @Id()
  standardId: string;
  @Id({ optional: true, nullable: true, description: 'Null or absent: all requirements of the standard.' })
  conformanceLevel?: string | null;
}
