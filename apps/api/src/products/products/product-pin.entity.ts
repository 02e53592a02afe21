import { CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** A product that a person has pinned; only that person sees it. */
@Entity('product_pins')
export class ProductPin {
  @PrimaryColumn('uuid')
  organizationId: string;

  @PrimaryColumn('uuid')
  userId: string;

  @PrimaryColumn('uuid')
  productId: string;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
