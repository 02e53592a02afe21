import { withRevision } from '../../platform/http/entity-tag.js';
import { StandardDto, type StandardEnvelope } from './dto/standard.dto.js';
import type { ReadStandard } from './standards.sql.js';

export const standardEnvelope = (standard: ReadStandard): StandardEnvelope =>
  withRevision({ standard: StandardDto.from(standard) }, standard);
