import { withRevision } from '../../platform/http/entity-tag.js';
import { ExtensionDto } from './deadlines/dto/deadlines.dto.js';
import { IssueDto, type IssueEnvelope } from './dto/issue.dto.js';
import type { DetailedIssue } from './issues.service.js';

/** An issue as the caller sees it when it is read alone. @param userId the caller; with a key, its owner */
export function issueEnvelope(detailed: DetailedIssue, userId: string | null): IssueEnvelope {
  const { issue, functionalNeeds, watchedBy, outsideStandard, verdict } = detailed;
  // What complete scans report no longer has been looked at again.
  const tracker = detailed.tracker && {
    ...detailed.tracker,
    toRetest: detailed.tracker.toRetest && !verdict.noLongerReported,
  };
  const watching = userId !== null && watchedBy.includes(userId);
  const extension = ExtensionDto.of(issue);
  const links = { functionalNeeds, outsideStandard, tracker };
  const shown = { ...IssueDto.from(detailed), ...links, extension, watching, watcherCount: watchedBy.length };
  return withRevision({ issue: shown }, issue);
}
