import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One way in which people use products, such as usage without vision. Global and read-only. */
@Entity('functional_needs')
export class FunctionalNeed {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  slug: string;

  @Column('text')
  name: string;

  @Column('text')
  url: string;

  @Column('int')
  sortOrder: number;
}
