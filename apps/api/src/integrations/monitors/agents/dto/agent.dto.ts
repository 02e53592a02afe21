import { Described, fieldsOf, Id, Nested, NestedList, OneLine, Text, TextList, Timestamp } from '#libs/fields';
import type { Agent } from '../agent.entity.js';
import { LABEL_LIMITS } from '../../label-limits.js';

const LABELS = { ...LABEL_LIMITS, description: 'What it has, such as the network that it reaches.' };

/** A program that looks at pages. */
@Described('A program of the organization that looks at pages for monitors.')
export class AgentDto {
  @Id()
  id: string;
  @Text()
  name: string;
  @TextList(LABELS)
  labels: string[];
  @Text({ nullable: true, description: 'Null until it asks for work.' })
  version: string | null;
  @Timestamp({ nullable: true, description: 'When it asked for work last; null: never.' })
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
  @Text({ description: 'Shown this once; it opens `/api/agent` alone.' })
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
