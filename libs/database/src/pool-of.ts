import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';

/** The connections below TypeORM. */
export const poolOf = (database: DataSource): Pool => (database.driver as unknown as { master: Pool }).master;
