import { Described, fieldsOf, Id, Nested, NestedList, OneLine, Text, TextList, Timestamp } from '#libs/fields';
import type { Agent } from '../agent.entity.js';
import { LABEL_LIMITS } from '../../label-limits.js';

const LABELS = { ...LABEL_LIMITS, description: 'Its capabilities, such as the networks it can reach.' };

/** A program that looks at pages. */
@Described('A program that examines pages for monitors of the organization.')
export class AgentDto {
  @Id()
  id: string;
  @Text()
  name: string;
  @TextList(LABELS)
  labels: string[];
  @Text({ nullable: true, description: 'Null until its first request.' })
  version: string | null;
  @Timestamp({ nullable: true, description: 'The time of its last request; null if none.' })
  lastSeenAt: Date | null;
  @Timestamp()
  createdAt: Date;

  static from(agent: Agent): AgentDto {
    return fieldsOf(AgentDto, agent);
  }
}

/** The agents of an organization. */
export class AgentList {
  @NestedList(() => AgentDto)
  agents: AgentDto[];
}

@Described('An agent with its token.')
class NewAgentDto extends AgentDto {
  @Text({ description: 'Shown only once; valid for `/api/agent` only.' })
  token: string;
}

/** An agent that was just made. */
export class NewAgentEnvelope {
  @Nested(() => NewAgentDto)
  agent: NewAgentDto;
}

/** A new agent. */
export class CreateAgent {
  @OneLine()
  name: string;
  @TextList({ ...LABELS, optional: true })
  labels?: string[];
}
