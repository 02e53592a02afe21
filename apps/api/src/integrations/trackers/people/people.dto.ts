import { Choice, Flag, NestedList } from '#libs/fields';
import { TRACKER_PROBLEMS, type TrackerProblem } from '../../../records/issues/tracker-link.js';
import { TrackerPerson } from '../dto/parts-of-connections.dto.js';

/** Who could be who in a tracker. */
export class TrackerPeopleProposal {
  @Choice(TRACKER_PROBLEMS, { nullable: true, description: 'Why the tracker could not be asked.' })
  problem: TrackerProblem | null;
  @NestedList(() => TrackerPerson, {
    description: 'Members and accounts with the same mail address, of whom neither is among `people` yet.',
  })
  people: TrackerPerson[];
  @Flag({ description: 'There are more accounts than were looked at.' })
  more: boolean;
}
