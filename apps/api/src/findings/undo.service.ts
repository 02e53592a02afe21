import { inTransaction } from '#libs/database';
import { NotFound } from '#libs/errors';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { record } from '../events/record.js';
import { regrade } from '../grading/regrade.js';
import type { Product } from '../products/product.entity.js';
import { about, TestActivitiesService } from '../test-activities/test-activities.service.js';
import { TestActivity } from '../test-activities/test-activity.entity.js';
import { unwind } from './unwind.js';

/** Deletes test activities, and takes back what they said of findings. */
@Injectable()
export class UndoService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly activities: TestActivitiesService,
  ) {}

  async delete(product: Product, number: number): Promise<void> {
    await inTransaction(this.database, async (tx) => {
      const activity = await this.activities.find(tx, product, number);
      await unwind(tx, activity);
      // Another request may have deleted it while we waited for our turn.
      const { affected } = await tx.delete(TestActivity, { id: activity.id });
      if (!affected) throw new NotFound('test activity');
      await record(tx, { ...about(activity), type: 'test_activity.deleted' });
      await regrade(tx, product.id);
    });
  }
}
