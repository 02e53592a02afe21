import { query } from '#libs/database';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { Product } from '../../../products/products/product.entity.js';
import { Trackers } from '../connections/trackers.service.js';
import { TrackerFault } from '../tracker-fault.js';
import type { TrackerPeopleProposal } from './people.dto.js';
import { MEMBERS_BY_ADDRESS } from './people.sql.js';
import { accountsByAddress, proposed } from './proposed.js';

/** Says which members could be which accounts of a tracker. */
@Injectable()
export class TrackerPeople {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly trackers: Trackers,
  ) {}

  /** @throws NotFound, TemporarilyUnavailable where too many are asked at once */
  async propose(product: Product, id: string): Promise<TrackerPeopleProposal> {
    const { organizationId } = product;
    const connection = await this.trackers.ofProduct(this.database.manager, product, id);
    try {
      const { accounts, isWhole } = await this.trackers.runNow(connection, (turn) =>
        this.trackers.open(connection, turn).accounts(),
      );
      const byAddress = accountsByAddress(accounts);
      const members = await query(this.database, MEMBERS_BY_ADDRESS, [organizationId, [...byAddress.keys()]]);
      return { problem: null, people: proposed(byAddress, members, connection.people), more: !isWhole };
    } catch (error) {
      if (!(error instanceof TrackerFault)) throw error;
      return { problem: error.problem, people: [], more: false };
    }
  }
}
