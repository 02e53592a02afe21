// Written by scripts/generate-client.mjs.

import * as calls from './sdk.gen.js';
import type {
  AccountDeletePictureData,
  AccountDeletePictureResponses,
  AccountExportData,
  AccountExportResponses,
  AccountKeepData,
  AccountKeepResponses,
  AccountListEventsData,
  AccountListEventsResponses,
  AccountListRecoveriesData,
  AccountListRecoveriesResponses,
  AccountMailProofCodeData,
  AccountMailProofCodeResponses,
  AccountProveData,
  AccountProveResponses,
  AccountReadData,
  AccountReadResponses,
  AccountRecoverData,
  AccountRecoverResponses,
  AccountUpdateData,
  AccountUpdateResponses,
  AccountUploadPictureData,
  AccountUploadPictureResponses,
  AccountUseGravatarData,
  AccountUseGravatarResponses,
  AgentWorkClaimData,
  AgentWorkClaimResponses,
  AgentWorkFinishData,
  AgentWorkFinishResponses,
  AgentWorkHeartbeatData,
  AgentWorkHeartbeatResponses,
  AgentWorkNextData,
  AgentWorkNextResponses,
  AgentWorkSendEvidenceData,
  AgentWorkSendEvidenceResponses,
  AgentWorkTellResultsData,
  AgentWorkTellResultsResponses,
  AgentsCreateData,
  AgentsCreateResponses,
  AgentsDeleteData,
  AgentsDeleteResponses,
  AgentsListData,
  AgentsListResponses,
  ApiKeysCreateData,
  ApiKeysCreateResponses,
  ApiKeysListData,
  ApiKeysListResponses,
  ApiKeysReadOwnData,
  ApiKeysReadOwnResponses,
  ApiKeysRevokeData,
  ApiKeysRevokeResponses,
  AreasArchiveData,
  AreasArchiveResponses,
  AreasCreateData,
  AreasCreateResponses,
  AreasDeleteData,
  AreasDeleteResponses,
  AreasListData,
  AreasListResponses,
  AreasReadData,
  AreasReadResponses,
  AreasUnarchiveData,
  AreasUnarchiveResponses,
  AreasUpdateData,
  AreasUpdateResponses,
  AuditsAddEntryData,
  AuditsAddEntryResponses,
  AuditsAssignData,
  AuditsAssignResponses,
  AuditsBeginImportData,
  AuditsBeginImportResponses,
  AuditsCancelImportData,
  AuditsCancelImportResponses,
  AuditsCompareData,
  AuditsCompareResponses,
  AuditsCopyOutcomesData,
  AuditsCopyOutcomesResponses,
  AuditsCopySampleData,
  AuditsCopySampleResponses,
  AuditsCreateCommentData,
  AuditsCreateCommentResponses,
  AuditsCreateData,
  AuditsCreateResponses,
  AuditsDecideOutcomesData,
  AuditsDecideOutcomesResponses,
  AuditsDeleteCommentData,
  AuditsDeleteCommentResponses,
  AuditsDeleteData,
  AuditsDeleteEntryData,
  AuditsDeleteEntryResponses,
  AuditsDeleteResponses,
  AuditsDrawSampleData,
  AuditsDrawSampleResponses,
  AuditsExportAuditData,
  AuditsExportAuditResponses,
  AuditsImportOutcomesData,
  AuditsImportOutcomesResponses,
  AuditsListAssignmentsData,
  AuditsListAssignmentsResponses,
  AuditsListCommentVersionsData,
  AuditsListCommentVersionsResponses,
  AuditsListCommentsData,
  AuditsListCommentsResponses,
  AuditsListData,
  AuditsListFutureData,
  AuditsListFutureResponses,
  AuditsListImportsData,
  AuditsListImportsResponses,
  AuditsListInOrganizationData,
  AuditsListInOrganizationResponses,
  AuditsListOutcomesData,
  AuditsListOutcomesResponses,
  AuditsListResponses,
  AuditsListSampleData,
  AuditsListSampleResponses,
  AuditsOpenIssueData,
  AuditsOpenIssueResponses,
  AuditsOrderSampleData,
  AuditsOrderSampleResponses,
  AuditsPreviewImportData,
  AuditsPreviewImportResponses,
  AuditsReadCommentData,
  AuditsReadCommentResponses,
  AuditsReadData,
  AuditsReadEntryData,
  AuditsReadEntryResponses,
  AuditsReadHistoryData,
  AuditsReadHistoryResponses,
  AuditsReadImportData,
  AuditsReadImportResponses,
  AuditsReadProgressData,
  AuditsReadProgressResponses,
  AuditsReadResponses,
  AuditsReadTimelineData,
  AuditsReadTimelineResponses,
  AuditsUndoImportData,
  AuditsUndoImportResponses,
  AuditsUpdateCommentData,
  AuditsUpdateCommentResponses,
  AuditsUpdateData,
  AuditsUpdateEntryData,
  AuditsUpdateEntryResponses,
  AuditsUpdateResponses,
  ChangesOfOrganizationData,
  ChangesOfOrganizationResponses,
  ChangesOfProductData,
  ChangesOfProductResponses,
  ConformanceReportsCreateCommentData,
  ConformanceReportsCreateCommentResponses,
  ConformanceReportsCreateData,
  ConformanceReportsCreateResponses,
  ConformanceReportsDeleteCommentData,
  ConformanceReportsDeleteCommentResponses,
  ConformanceReportsDeleteData,
  ConformanceReportsDeleteResponses,
  ConformanceReportsExportData,
  ConformanceReportsExportResponses,
  ConformanceReportsImportReportData,
  ConformanceReportsImportReportResponses,
  ConformanceReportsListCommentVersionsData,
  ConformanceReportsListCommentVersionsResponses,
  ConformanceReportsListCommentsData,
  ConformanceReportsListCommentsResponses,
  ConformanceReportsListContradictionsData,
  ConformanceReportsListContradictionsResponses,
  ConformanceReportsListData,
  ConformanceReportsListInOrganizationData,
  ConformanceReportsListInOrganizationResponses,
  ConformanceReportsListProblemsData,
  ConformanceReportsListProblemsResponses,
  ConformanceReportsListRequirementsData,
  ConformanceReportsListRequirementsResponses,
  ConformanceReportsListResponses,
  ConformanceReportsPublishData,
  ConformanceReportsPublishResponses,
  ConformanceReportsReadCommentData,
  ConformanceReportsReadCommentResponses,
  ConformanceReportsReadData,
  ConformanceReportsReadDocumentData,
  ConformanceReportsReadDocumentResponses,
  ConformanceReportsReadResponses,
  ConformanceReportsReadTimelineData,
  ConformanceReportsReadTimelineResponses,
  ConformanceReportsRemoveTokenData,
  ConformanceReportsRemoveTokenResponses,
  ConformanceReportsRenewTokenData,
  ConformanceReportsRenewTokenResponses,
  ConformanceReportsReviewData,
  ConformanceReportsReviewResponses,
  ConformanceReportsReviseData,
  ConformanceReportsReviseResponses,
  ConformanceReportsSuggestData,
  ConformanceReportsSuggestResponses,
  ConformanceReportsTellReasonData,
  ConformanceReportsTellReasonResponses,
  ConformanceReportsUpdateCommentData,
  ConformanceReportsUpdateCommentResponses,
  ConformanceReportsUpdateData,
  ConformanceReportsUpdateResponses,
  ConformanceReportsWithdrawData,
  ConformanceReportsWithdrawResponses,
  ConformanceVerdictsListData,
  ConformanceVerdictsListResponses,
  ConformanceVerdictsStateData,
  ConformanceVerdictsStateGroupData,
  ConformanceVerdictsStateGroupResponses,
  ConformanceVerdictsStateManyData,
  ConformanceVerdictsStateManyResponses,
  ConformanceVerdictsStateResponses,
  DownloadsListData,
  DownloadsListResponses,
  DownloadsSendData,
  DownloadsSendResponses,
  DownloadsSendSchemaData,
  DownloadsSendSchemaResponses,
  EvidenceDeleteData,
  EvidenceDeleteResponses,
  EvidenceListData,
  EvidenceListResponses,
  EvidenceReadData,
  EvidenceReadResponses,
  EvidenceUploadData,
  EvidenceUploadResponses,
  FeedsOfOrganizationData,
  FeedsOfOrganizationResponses,
  FeedsOfProductData,
  FeedsOfProductResponses,
  FilesReadLogoData,
  FilesReadLogoResponses,
  FilesReadPictureData,
  FilesReadPictureResponses,
  FindingsAnswerPagesData,
  FindingsAnswerPagesResponses,
  FindingsBulkTriageData,
  FindingsBulkTriageResponses,
  FindingsConfirmData,
  FindingsConfirmResponses,
  FindingsCreateCommentData,
  FindingsCreateCommentResponses,
  FindingsDeleteCommentData,
  FindingsDeleteCommentResponses,
  FindingsDismissData,
  FindingsDismissResponses,
  FindingsGroupData,
  FindingsGroupInOrganizationData,
  FindingsGroupInOrganizationResponses,
  FindingsGroupResponses,
  FindingsListCommentVersionsData,
  FindingsListCommentVersionsResponses,
  FindingsListCommentsData,
  FindingsListCommentsResponses,
  FindingsListData,
  FindingsListInOrganizationData,
  FindingsListInOrganizationResponses,
  FindingsListOfTestActivityData,
  FindingsListOfTestActivityResponses,
  FindingsListResponses,
  FindingsPutEvidenceData,
  FindingsPutEvidenceResponses,
  FindingsReadCommentData,
  FindingsReadCommentResponses,
  FindingsReadData,
  FindingsReadEvidenceData,
  FindingsReadEvidenceResponses,
  FindingsReadPictureData,
  FindingsReadPictureResponses,
  FindingsReadResponses,
  FindingsReadTimelineData,
  FindingsReadTimelineResponses,
  FindingsReopenData,
  FindingsReopenResponses,
  FindingsUndoData,
  FindingsUndoResponses,
  FindingsUpdateCommentData,
  FindingsUpdateCommentResponses,
  FindingsUpdateData,
  FindingsUpdateResponses,
  FunctionalNeedsListData,
  FunctionalNeedsListResponses,
  GradeHistoryData,
  GradeHistoryResponses,
  GradeReadData,
  GradeReadResponses,
  GradeSimulateData,
  GradeSimulateResponses,
  HealthLiveData,
  HealthLiveResponses,
  HealthPageData,
  HealthPageResponses,
  HealthReadyData,
  HealthReadyResponses,
  IdentityChangeEmailData,
  IdentityChangeEmailResponses,
  IdentityChangePasswordData,
  IdentityChangePasswordResponses,
  IdentityDeleteUserData,
  IdentityDeleteUserResponses,
  IdentityOkData,
  IdentityOkResponses,
  IdentityOptionsData,
  IdentityOptionsResponses,
  IdentityRequestPasswordResetData,
  IdentityRequestPasswordResetResponses,
  IdentityResetPasswordData,
  IdentityResetPasswordResponses,
  IdentityRestoreAddressData,
  IdentityRestoreAddressResponses,
  IdentitySendVerificationEmailData,
  IdentitySendVerificationEmailResponses,
  IdentitySignInData,
  IdentitySignInResponses,
  IdentitySignInWithProviderData,
  IdentitySignInWithProviderResponses,
  IdentitySignUpData,
  IdentitySignUpResponses,
  IdentityUpdateUserData,
  IdentityUpdateUserResponses,
  IngestExchangeTokenData,
  IngestExchangeTokenResponses,
  IngestReportAsPersonData,
  IngestReportAsPersonResponses,
  IngestReportData,
  IngestReportResponses,
  InsightsDeadlinesOfOrganizationData,
  InsightsDeadlinesOfOrganizationResponses,
  InsightsFunctionalNeedsOfOrganizationData,
  InsightsFunctionalNeedsOfOrganizationResponses,
  InsightsFunctionalNeedsOfProductData,
  InsightsFunctionalNeedsOfProductResponses,
  InsightsOutcomesOfOrganizationData,
  InsightsOutcomesOfOrganizationResponses,
  InsightsOutcomesOfProductData,
  InsightsOutcomesOfProductResponses,
  InsightsPagesOfProductData,
  InsightsPagesOfProductResponses,
  InsightsTrendsOfOrganizationData,
  InsightsTrendsOfOrganizationResponses,
  InsightsTrendsOfProductData,
  InsightsTrendsOfProductResponses,
  InventoryBulkUpdateData,
  InventoryBulkUpdateResponses,
  InventoryCreateData,
  InventoryCreateResponses,
  InventoryImportData,
  InventoryImportResponses,
  InventoryListData,
  InventoryListResponses,
  InventoryUpdateData,
  InventoryUpdateResponses,
  InvitationsAcceptData,
  InvitationsAcceptResponses,
  InvitationsCancelData,
  InvitationsCancelResponses,
  InvitationsInviteData,
  InvitationsInviteResponses,
  InvitationsListData,
  InvitationsListOfPersonData,
  InvitationsListOfPersonResponses,
  InvitationsListPendingData,
  InvitationsListPendingResponses,
  InvitationsListResponses,
  InvitationsReadData,
  InvitationsReadResponses,
  InvitationsRejectData,
  InvitationsRejectResponses,
  IssueTrackersLinkData,
  IssueTrackersLinkResponses,
  IssueTrackersUnlinkData,
  IssueTrackersUnlinkResponses,
  IssuesBulkDeleteData,
  IssuesBulkDeleteResponses,
  IssuesBulkUpdateData,
  IssuesBulkUpdateResponses,
  IssuesCreateCommentData,
  IssuesCreateCommentResponses,
  IssuesCreateData,
  IssuesCreateResponses,
  IssuesDeleteCommentData,
  IssuesDeleteCommentResponses,
  IssuesDeleteData,
  IssuesDeleteResponses,
  IssuesExtendData,
  IssuesExtendResponses,
  IssuesListCommentVersionsData,
  IssuesListCommentVersionsResponses,
  IssuesListCommentsData,
  IssuesListCommentsResponses,
  IssuesListData,
  IssuesListFunctionalNeedsData,
  IssuesListFunctionalNeedsResponses,
  IssuesListInOrganizationData,
  IssuesListInOrganizationResponses,
  IssuesListOfAuditData,
  IssuesListOfAuditResponses,
  IssuesListOfTestActivityData,
  IssuesListOfTestActivityResponses,
  IssuesListRequirementsData,
  IssuesListRequirementsResponses,
  IssuesListResponses,
  IssuesPutEvidenceData,
  IssuesPutEvidenceResponses,
  IssuesReadCommentData,
  IssuesReadCommentResponses,
  IssuesReadData,
  IssuesReadEvidenceData,
  IssuesReadEvidenceResponses,
  IssuesReadResponses,
  IssuesReadTimelineData,
  IssuesReadTimelineResponses,
  IssuesReplaceFunctionalNeedsData,
  IssuesReplaceFunctionalNeedsResponses,
  IssuesReplaceRequirementsData,
  IssuesReplaceRequirementsResponses,
  IssuesUnwatchData,
  IssuesUnwatchResponses,
  IssuesUpdateCommentData,
  IssuesUpdateCommentResponses,
  IssuesUpdateData,
  IssuesUpdateResponses,
  IssuesWatchData,
  IssuesWatchResponses,
  LinesEndData,
  LinesEndResponses,
  LinesListData,
  LinesListResponses,
  MailSettingsReadData,
  MailSettingsReadResponses,
  MailSettingsUnsubscribeData,
  MailSettingsUnsubscribeResponses,
  MailSettingsUpdateData,
  MailSettingsUpdateResponses,
  MembersHasPermissionData,
  MembersHasPermissionResponses,
  MembersListData,
  MembersListPeopleData,
  MembersListPeopleResponses,
  MembersListResponses,
  MembersReadActiveData,
  MembersReadActiveResponses,
  MembersReadRoleData,
  MembersReadRoleResponses,
  MembersRemoveData,
  MembersRemoveResponses,
  MembersUpdateRoleData,
  MembersUpdateRoleResponses,
  MonitorsCancelRunData,
  MonitorsCancelRunResponses,
  MonitorsCreateData,
  MonitorsCreateResponses,
  MonitorsDeleteData,
  MonitorsDeleteResponses,
  MonitorsListData,
  MonitorsListResponses,
  MonitorsListRunPagesData,
  MonitorsListRunPagesResponses,
  MonitorsListRunsData,
  MonitorsListRunsResponses,
  MonitorsReadData,
  MonitorsReadResponses,
  MonitorsReadRunData,
  MonitorsReadRunResponses,
  MonitorsRunData,
  MonitorsRunResponses,
  MonitorsUpdateData,
  MonitorsUpdateResponses,
  NotificationsCountData,
  NotificationsCountResponses,
  NotificationsListData,
  NotificationsListResponses,
  NotificationsMarkData,
  NotificationsMarkResponses,
  OrganizationsCheckSlugData,
  OrganizationsCheckSlugResponses,
  OrganizationsCreateData,
  OrganizationsCreateResponses,
  OrganizationsDeleteData,
  OrganizationsDeleteLogoData,
  OrganizationsDeleteLogoResponses,
  OrganizationsDeleteResponses,
  OrganizationsLeaveData,
  OrganizationsLeaveResponses,
  OrganizationsListData,
  OrganizationsListResponses,
  OrganizationsReadData,
  OrganizationsReadFullData,
  OrganizationsReadFullResponses,
  OrganizationsReadProfileData,
  OrganizationsReadProfileResponses,
  OrganizationsReadResponses,
  OrganizationsSetActiveData,
  OrganizationsSetActiveResponses,
  OrganizationsUpdateData,
  OrganizationsUpdateResponses,
  OrganizationsUploadLogoData,
  OrganizationsUploadLogoResponses,
  OverviewReadData,
  OverviewReadResponses,
  OwnershipRulesPreviewData,
  OwnershipRulesPreviewResponses,
  OwnershipRulesReadData,
  OwnershipRulesReadResponses,
  OwnershipRulesReplaceData,
  OwnershipRulesReplaceResponses,
  ProductsArchiveData,
  ProductsArchiveResponses,
  ProductsCreateData,
  ProductsCreateResponses,
  ProductsDeleteData,
  ProductsDeleteResponses,
  ProductsListData,
  ProductsListRequirementsData,
  ProductsListRequirementsResponses,
  ProductsListResponses,
  ProductsPinData,
  ProductsPinResponses,
  ProductsReadData,
  ProductsReadResponses,
  ProductsUnarchiveData,
  ProductsUnarchiveResponses,
  ProductsUnpinData,
  ProductsUnpinResponses,
  ProductsUpdateData,
  ProductsUpdateResponses,
  ProvisioningCreateTokenData,
  ProvisioningCreateTokenResponses,
  ProvisioningDeleteTokenData,
  ProvisioningDeleteTokenResponses,
  ProvisioningListTokensData,
  ProvisioningListTokensResponses,
  PublicReportsShowBadgeData,
  PublicReportsShowBadgeResponses,
  PublicReportsShowReportData,
  PublicReportsShowReportResponses,
  PublicReportsShowStatementData,
  PublicReportsShowStatementResponses,
  RisksBulkDeleteData,
  RisksBulkDeleteResponses,
  RisksBulkUpdateData,
  RisksBulkUpdateResponses,
  RisksCreateData,
  RisksCreateResponses,
  RisksDeleteData,
  RisksDeleteResponses,
  RisksListData,
  RisksListFunctionalNeedsData,
  RisksListFunctionalNeedsResponses,
  RisksListInOrganizationData,
  RisksListInOrganizationResponses,
  RisksListResponses,
  RisksMaterializeData,
  RisksMaterializeResponses,
  RisksReadData,
  RisksReadInsightsData,
  RisksReadInsightsResponses,
  RisksReadResponses,
  RisksReplaceFunctionalNeedsData,
  RisksReplaceFunctionalNeedsResponses,
  RisksUpdateData,
  RisksUpdateResponses,
  SavedViewsCreateData,
  SavedViewsCreateResponses,
  SavedViewsDeleteData,
  SavedViewsDeleteResponses,
  SavedViewsListData,
  SavedViewsListResponses,
  SavedViewsUpdateData,
  SavedViewsUpdateResponses,
  ScimConfigData,
  ScimConfigResponses,
  ScimCreateGroupData,
  ScimCreateGroupResponses,
  ScimCreateUserData,
  ScimCreateUserResponses,
  ScimDeleteGroupData,
  ScimDeleteGroupResponses,
  ScimDeleteUserData,
  ScimDeleteUserResponses,
  ScimListGroupsData,
  ScimListGroupsResponses,
  ScimListResourceTypesData,
  ScimListResourceTypesResponses,
  ScimListSchemasData,
  ScimListSchemasResponses,
  ScimListUsersData,
  ScimListUsersResponses,
  ScimPatchGroupData,
  ScimPatchGroupResponses,
  ScimPatchUserData,
  ScimPatchUserResponses,
  ScimReadGroupData,
  ScimReadGroupResponses,
  ScimReadResourceTypeData,
  ScimReadResourceTypeResponses,
  ScimReadSchemaData,
  ScimReadSchemaResponses,
  ScimReadUserData,
  ScimReadUserResponses,
  ScimReplaceGroupData,
  ScimReplaceGroupResponses,
  ScimReplaceUserData,
  ScimReplaceUserResponses,
  SearchSearchData,
  SearchSearchResponses,
  SecondFactorDisableData,
  SecondFactorDisableResponses,
  SecondFactorEnableData,
  SecondFactorEnableResponses,
  SecondFactorReadUriData,
  SecondFactorReadUriResponses,
  SecondFactorRenewBackupCodesData,
  SecondFactorRenewBackupCodesResponses,
  SecondFactorUnlockData,
  SecondFactorUnlockResponses,
  SecondFactorVerifyBackupCodeData,
  SecondFactorVerifyBackupCodeResponses,
  SecondFactorVerifyData,
  SecondFactorVerifyResponses,
  SecretsDeleteData,
  SecretsDeleteResponses,
  SecretsListData,
  SecretsListResponses,
  SecretsSetData,
  SecretsSetResponses,
  SessionsCurrentData,
  SessionsCurrentResponses,
  SessionsListData,
  SessionsListResponses,
  SessionsRevokeAllData,
  SessionsRevokeAllResponses,
  SessionsRevokeData,
  SessionsRevokeOthersData,
  SessionsRevokeOthersResponses,
  SessionsRevokeResponses,
  SessionsSignOutData,
  SessionsSignOutResponses,
  SettingsApplyDeadlinesData,
  SettingsApplyDeadlinesResponses,
  SettingsReadConformanceData,
  SettingsReadConformanceResponses,
  SettingsReadDeadlinesData,
  SettingsReadDeadlinesResponses,
  SettingsReadGitHubData,
  SettingsReadGitHubResponses,
  SettingsReadModulesData,
  SettingsReadModulesResponses,
  SettingsReadSecurityData,
  SettingsReadSecurityResponses,
  SettingsRemoveGitHubSecretData,
  SettingsRemoveGitHubSecretResponses,
  SettingsSetGitHubSecretData,
  SettingsSetGitHubSecretResponses,
  SettingsSwitchModuleData,
  SettingsSwitchModuleResponses,
  SettingsUpdateConformanceData,
  SettingsUpdateConformanceResponses,
  SettingsUpdateDeadlinesData,
  SettingsUpdateDeadlinesResponses,
  SettingsUpdateSecurityData,
  SettingsUpdateSecurityResponses,
  SignInAddDomainData,
  SignInAddDomainResponses,
  SignInBeginData,
  SignInBeginResponses,
  SignInBeginTrialData,
  SignInBeginTrialResponses,
  SignInCreateKeyData,
  SignInCreateKeyResponses,
  SignInDeleteKeyData,
  SignInDeleteKeyResponses,
  SignInListDomainsData,
  SignInListDomainsResponses,
  SignInReadMetadataData,
  SignInReadMetadataResponses,
  SignInReadSettingsData,
  SignInReadSettingsResponses,
  SignInRemoveDomainData,
  SignInRemoveDomainResponses,
  SignInRemoveSettingsData,
  SignInRemoveSettingsResponses,
  SignInReplaceSettingsData,
  SignInReplaceSettingsResponses,
  SignInVerifyDomainData,
  SignInVerifyDomainResponses,
  StandardsAddGroupData,
  StandardsAddGroupResponses,
  StandardsAddRequirementData,
  StandardsAddRequirementResponses,
  StandardsCreateData,
  StandardsCreateResponses,
  StandardsDeleteData,
  StandardsDeleteGroupData,
  StandardsDeleteGroupResponses,
  StandardsDeleteRequirementData,
  StandardsDeleteRequirementResponses,
  StandardsDeleteResponses,
  StandardsDuplicateData,
  StandardsDuplicateResponses,
  StandardsListData,
  StandardsListGroupsData,
  StandardsListGroupsResponses,
  StandardsListRequirementsData,
  StandardsListRequirementsResponses,
  StandardsListResponses,
  StandardsReadData,
  StandardsReadGroupData,
  StandardsReadGroupResponses,
  StandardsReadRequirementData,
  StandardsReadRequirementResponses,
  StandardsReadResponses,
  StandardsUpdateData,
  StandardsUpdateGroupData,
  StandardsUpdateGroupResponses,
  StandardsUpdateRequirementData,
  StandardsUpdateRequirementResponses,
  StandardsUpdateResponses,
  TeamsAddMemberData,
  TeamsAddMemberResponses,
  TeamsCreateData,
  TeamsCreateResponses,
  TeamsListData,
  TeamsListMembersData,
  TeamsListMembersResponses,
  TeamsListOfPersonData,
  TeamsListOfPersonResponses,
  TeamsListResponses,
  TeamsRemoveData,
  TeamsRemoveMemberData,
  TeamsRemoveMemberResponses,
  TeamsRemoveResponses,
  TeamsSetActiveData,
  TeamsSetActiveResponses,
  TeamsUpdateData,
  TeamsUpdateResponses,
  TestActivitiesDeleteData,
  TestActivitiesDeleteResponses,
  TestActivitiesListData,
  TestActivitiesListInOrganizationData,
  TestActivitiesListInOrganizationResponses,
  TestActivitiesListResponses,
  TestActivitiesLogData,
  TestActivitiesLogResponses,
  TestActivitiesPreviewDeletionData,
  TestActivitiesPreviewDeletionResponses,
  TestActivitiesReadData,
  TestActivitiesReadResponses,
  TrackerConnectionsCreateData,
  TrackerConnectionsCreateResponses,
  TrackerConnectionsDeleteData,
  TrackerConnectionsDeleteResponses,
  TrackerConnectionsImportData,
  TrackerConnectionsImportResponses,
  TrackerConnectionsListData,
  TrackerConnectionsListResponses,
  TrackerConnectionsProposePeopleData,
  TrackerConnectionsProposePeopleResponses,
  TrackerConnectionsReadData,
  TrackerConnectionsReadResponses,
  TrackerConnectionsReceiveData,
  TrackerConnectionsReceiveResponses,
  TrackerConnectionsTestData,
  TrackerConnectionsTestResponses,
  TrackerConnectionsUpdateData,
  TrackerConnectionsUpdateResponses,
  TrackerDifferencesDecideData,
  TrackerDifferencesDecideResponses,
  TrackerDifferencesListData,
  TrackerDifferencesListResponses,
  TrustedPublishersAcceptData,
  TrustedPublishersAcceptResponses,
  TrustedPublishersCreateData,
  TrustedPublishersCreateResponses,
  TrustedPublishersDeleteData,
  TrustedPublishersDeleteResponses,
  TrustedPublishersListData,
  TrustedPublishersListResponses,
  VersionShowData,
  VersionShowResponses,
  WebhooksCreateData,
  WebhooksCreateResponses,
  WebhooksDeleteData,
  WebhooksDeleteResponses,
  WebhooksListData,
  WebhooksListDeliveriesData,
  WebhooksListDeliveriesResponses,
  WebhooksListResponses,
  WebhooksReadData,
  WebhooksReadResponses,
  WebhooksReceiveFromGitHubData,
  WebhooksReceiveFromGitHubResponses,
  WebhooksReplayDeliveryData,
  WebhooksReplayDeliveryResponses,
  WebhooksRotateSecretData,
  WebhooksRotateSecretResponses,
  WebhooksTestData,
  WebhooksTestResponses,
  WebhooksUpdateData,
  WebhooksUpdateResponses,
} from './types.gen.js';
import type { All, Call } from '../call.js';

/** The service, by what its operations are about. */
export interface Curbcut {
  identity: {
    /** Whether the identity endpoints answer */
    ok: Call<IdentityOkData, IdentityOkResponses>;
    /** What people who are not signed in may do: sign up, at which providers, in which languages */
    options: Call<IdentityOptionsData, IdentityOptionsResponses>;
    /** Make an account and sign in */
    signUp: Call<IdentitySignUpData, IdentitySignUpResponses>;
    /** Sign in */
    signIn: Call<IdentitySignInData, IdentitySignInResponses>;
    /** Change your name or picture */
    updateUser: Call<IdentityUpdateUserData, IdentityUpdateUserResponses>;
    /** Change your password; ends all your sessions and begins another */
    changePassword: Call<IdentityChangePasswordData, IdentityChangePasswordResponses>;
    /** Have a link mailed with which to choose a new password */
    requestPasswordReset: Call<IdentityRequestPasswordResetData, IdentityRequestPasswordResetResponses>;
    /** Choose a new password; ends all your sessions */
    resetPassword: Call<IdentityResetPasswordData, IdentityResetPasswordResponses>;
    /** Have a link mailed with which to confirm your address */
    sendVerificationEmail: Call<IdentitySendVerificationEmailData, IdentitySendVerificationEmailResponses>;
    /** Have your new address asked to confirm; until it does, the present one stays */
    changeEmail: Call<IdentityChangeEmailData, IdentityChangeEmailResponses>;
    /** Get your account back by the link that was mailed to its former address */
    restoreAddress: Call<IdentityRestoreAddressData, IdentityRestoreAddressResponses>;
    /** Delete your account, with your memberships, keys, pins, sessions and picture */
    deleteUser: Call<IdentityDeleteUserData, IdentityDeleteUserResponses>;
    /** Begin to sign in with the OpenID provider */
    signInWithProvider: Call<IdentitySignInWithProviderData, IdentitySignInWithProviderResponses>;
  };
  sessions: {
    /** Who is signed in; `null` when nobody is */
    current: Call<SessionsCurrentData, SessionsCurrentResponses>;
    /** End this session */
    signOut: Call<SessionsSignOutData, SessionsSignOutResponses>;
    /** List your sessions */
    list: Call<SessionsListData, SessionsListResponses>;
    /** End one of your sessions */
    revoke: Call<SessionsRevokeData, SessionsRevokeResponses>;
    /** End all your sessions */
    revokeAll: Call<SessionsRevokeAllData, SessionsRevokeAllResponses>;
    /** End all your other sessions */
    revokeOthers: Call<SessionsRevokeOthersData, SessionsRevokeOthersResponses>;
  };
  secondFactor: {
    /** Prepare a second factor */
    enable: Call<SecondFactorEnableData, SecondFactorEnableResponses>;
    /** Read the second factor again, for another authenticator */
    readUri: Call<SecondFactorReadUriData, SecondFactorReadUriResponses>;
    /** Show a code: to go on with a sign-in, or to turn a prepared second factor on */
    verify: Call<SecondFactorVerifyData, SecondFactorVerifyResponses>;
    /** Show a backup code in the place of a code */
    verifyBackupCode: Call<SecondFactorVerifyBackupCodeData, SecondFactorVerifyBackupCodeResponses>;
    /** Have new backup codes; the old ones are good no more */
    renewBackupCodes: Call<SecondFactorRenewBackupCodesData, SecondFactorRenewBackupCodesResponses>;
    /** Turn the second factor off */
    disable: Call<SecondFactorDisableData, SecondFactorDisableResponses>;
    /** Have codes looked at again, by the link that is mailed after thirty wrong ones within a day */
    unlock: Call<SecondFactorUnlockData, SecondFactorUnlockResponses>;
  };
  account: {
    /** List what happened to your account, newest first */
    listEvents: Call<AccountListEventsData, AccountListEventsResponses>;
    /** List what happened to your account, newest first: one after the other, page by page. */
    allEvents: All<AccountListEventsData, AccountListEventsResponses, 'events'>;
    /** Prove who you are; the session is fresh for ten minutes */
    prove: Call<AccountProveData, AccountProveResponses>;
    /** Have a code mailed by which you prove who you are */
    mailProofCode: Call<AccountMailProofCodeData, AccountMailProofCodeResponses>;
    /** Suspend what somebody else could have made with your account; ends all your other sessions */
    recover: Call<AccountRecoverData, AccountRecoverResponses>;
    /** List the recoveries of your account, and what they have suspended */
    listRecoveries: Call<AccountListRecoveriesData, AccountListRecoveriesResponses>;
    /** Keep what is yours of what a recovery has suspended */
    keep: Call<AccountKeepData, AccountKeepResponses>;
    /** Upload your picture: a JPEG, PNG, WebP or GIF of at most 2,097,152 bytes */
    uploadPicture: Call<AccountUploadPictureData, AccountUploadPictureResponses>;
    /** Delete your picture */
    deletePicture: Call<AccountDeletePictureData, AccountDeletePictureResponses>;
    /** Use the picture that Gravatar has for your mail address */
    useGravatar: Call<AccountUseGravatarData, AccountUseGravatarResponses>;
    /** Read who you are, your organizations with what you may do there, and your preferences */
    read: Call<AccountReadData, AccountReadResponses>;
    /** Change your name, your picture or your preferences */
    update: Call<AccountUpdateData, AccountUpdateResponses>;
    /** Take along everything that is kept of you */
    export: Call<AccountExportData, AccountExportResponses>;
  };
  functionalNeeds: {
    /** List the functional needs */
    list: Call<FunctionalNeedsListData, FunctionalNeedsListResponses>;
  };
  organizations: {
    /** Create an organization; you own it and it becomes your active one */
    create: Call<OrganizationsCreateData, OrganizationsCreateResponses>;
    /** Whether a slug is free */
    checkSlug: Call<OrganizationsCheckSlugData, OrganizationsCheckSlugResponses>;
    /** List your organizations */
    list: Call<OrganizationsListData, OrganizationsListResponses>;
    /** Make an organization the active one of your session */
    setActive: Call<OrganizationsSetActiveData, OrganizationsSetActiveResponses>;
    /** Read an organization */
    read: Call<OrganizationsReadData, OrganizationsReadResponses>;
    /** Read an organization with its members and teams, and to those who may invite its invitations */
    readFull: Call<OrganizationsReadFullData, OrganizationsReadFullResponses>;
    /** Change an organization (admin or owner) */
    update: Call<OrganizationsUpdateData, OrganizationsUpdateResponses>;
    /** Delete an organization with everything in it (owner) */
    delete: Call<OrganizationsDeleteData, OrganizationsDeleteResponses>;
    /** Leave an organization */
    leave: Call<OrganizationsLeaveData, OrganizationsLeaveResponses>;
    /** Upload a logo: a JPEG, PNG, WebP or GIF of at most 2,097,152 bytes */
    uploadLogo: Call<OrganizationsUploadLogoData, OrganizationsUploadLogoResponses>;
    /** Delete the logo */
    deleteLogo: Call<OrganizationsDeleteLogoData, OrganizationsDeleteLogoResponses>;
    /** Read an organization with its settings, and with what you may do in it */
    readProfile: Call<OrganizationsReadProfileData, OrganizationsReadProfileResponses>;
  };
  members: {
    /** List members */
    list: Call<MembersListData, MembersListResponses>;
    /** Read your membership of the active organization */
    readActive: Call<MembersReadActiveData, MembersReadActiveResponses>;
    /** Read your role, or that of another member, in the active organization or the one named */
    readRole: Call<MembersReadRoleData, MembersReadRoleResponses>;
    /** Whether your role permits all of these actions */
    hasPermission: Call<MembersHasPermissionData, MembersHasPermissionResponses>;
    /** Change the role of a member (admin or owner) */
    updateRole: Call<MembersUpdateRoleData, MembersUpdateRoleResponses>;
    /** Remove a member (admin or owner) */
    remove: Call<MembersRemoveData, MembersRemoveResponses>;
    /** List members by name, or who is behind user ids */
    listPeople: Call<MembersListPeopleData, MembersListPeopleResponses>;
  };
  invitations: {
    /** Invite a person by mail (admin or owner) */
    invite: Call<InvitationsInviteData, InvitationsInviteResponses>;
    /** List the open invitations (admin or owner) */
    listPending: Call<InvitationsListPendingData, InvitationsListPendingResponses>;
    /** The same as get-invitations, under the name that the client of this wire format uses */
    list: Call<InvitationsListData, InvitationsListResponses>;
    /** List the open invitations to your own address */
    listOfPerson: Call<InvitationsListOfPersonData, InvitationsListOfPersonResponses>;
    /** Read an invitation to your own, confirmed address, or with the token of its mail */
    read: Call<InvitationsReadData, InvitationsReadResponses>;
    /** Accept an invitation to your own address */
    accept: Call<InvitationsAcceptData, InvitationsAcceptResponses>;
    /** Reject an invitation to your own, confirmed address, or with the token of its mail */
    reject: Call<InvitationsRejectData, InvitationsRejectResponses>;
    /** Cancel an invitation (admin, owner, or whoever sent it) */
    cancel: Call<InvitationsCancelData, InvitationsCancelResponses>;
  };
  teams: {
    /** List teams */
    list: Call<TeamsListData, TeamsListResponses>;
    /** Create a team (admin or owner) */
    create: Call<TeamsCreateData, TeamsCreateResponses>;
    /** Rename a team (admin or owner) */
    update: Call<TeamsUpdateData, TeamsUpdateResponses>;
    /** Remove a team; its members stay (admin or owner) */
    remove: Call<TeamsRemoveData, TeamsRemoveResponses>;
    /** Make your team in the active organization the active one of your session */
    setActive: Call<TeamsSetActiveData, TeamsSetActiveResponses>;
    /** List your teams, or those of another member (admin or owner) */
    listOfPerson: Call<TeamsListOfPersonData, TeamsListOfPersonResponses>;
    /** List the members of a team */
    listMembers: Call<TeamsListMembersData, TeamsListMembersResponses>;
    /** Put a member into a team (admin or owner) */
    addMember: Call<TeamsAddMemberData, TeamsAddMemberResponses>;
    /** Take a member out of a team (admin or owner) */
    removeMember: Call<TeamsRemoveMemberData, TeamsRemoveMemberResponses>;
  };
  standards: {
    /** List the built-in standards and your own */
    list: Call<StandardsListData, StandardsListResponses>;
    /** Make a standard of your own */
    create: Call<StandardsCreateData, StandardsCreateResponses>;
    /** Read a standard */
    read: Call<StandardsReadData, StandardsReadResponses>;
    /** Change a standard of your own */
    update: Call<StandardsUpdateData, StandardsUpdateResponses>;
    /** Delete a standard of your own; references to it are cleared */
    delete: Call<StandardsDeleteData, StandardsDeleteResponses>;
    /** List the requirements of a standard */
    listRequirements: Call<StandardsListRequirementsData, StandardsListRequirementsResponses>;
    /** Add a requirement */
    addRequirement: Call<StandardsAddRequirementData, StandardsAddRequirementResponses>;
    /** List the groups of a standard */
    listGroups: Call<StandardsListGroupsData, StandardsListGroupsResponses>;
    /** Add a group */
    addGroup: Call<StandardsAddGroupData, StandardsAddGroupResponses>;
    /** Copy any standard, with all that is in it, into one of your own */
    duplicate: Call<StandardsDuplicateData, StandardsDuplicateResponses>;
    /** Read a requirement */
    readRequirement: Call<StandardsReadRequirementData, StandardsReadRequirementResponses>;
    /** Change a requirement */
    updateRequirement: Call<StandardsUpdateRequirementData, StandardsUpdateRequirementResponses>;
    /** Delete a requirement */
    deleteRequirement: Call<StandardsDeleteRequirementData, StandardsDeleteRequirementResponses>;
    /** Read a group */
    readGroup: Call<StandardsReadGroupData, StandardsReadGroupResponses>;
    /** Change a group */
    updateGroup: Call<StandardsUpdateGroupData, StandardsUpdateGroupResponses>;
    /** Delete a group; what is in it moves up */
    deleteGroup: Call<StandardsDeleteGroupData, StandardsDeleteGroupResponses>;
  };
  products: {
    /** Create a product */
    create: Call<ProductsCreateData, ProductsCreateResponses>;
    /** List products */
    list: Call<ProductsListData, ProductsListResponses>;
    /** List products: one after the other, page by page. */
    all: All<ProductsListData, ProductsListResponses, 'products'>;
    /** Read a product */
    read: Call<ProductsReadData, ProductsReadResponses>;
    /** Change a product */
    update: Call<ProductsUpdateData, ProductsUpdateResponses>;
    /** Delete a product with all its records */
    delete: Call<ProductsDeleteData, ProductsDeleteResponses>;
    /** Archive a product and its areas */
    archive: Call<ProductsArchiveData, ProductsArchiveResponses>;
    /** Restore an archived product and its areas */
    unarchive: Call<ProductsUnarchiveData, ProductsUnarchiveResponses>;
    /** Pin a product for oneself */
    pin: Call<ProductsPinData, ProductsPinResponses>;
    /** Unpin a product for oneself */
    unpin: Call<ProductsUnpinData, ProductsUnpinResponses>;
    /** List the requirements of the standard in force */
    listRequirements: Call<ProductsListRequirementsData, ProductsListRequirementsResponses>;
  };
  areas: {
    /** List areas */
    list: Call<AreasListData, AreasListResponses>;
    /** Create an area */
    create: Call<AreasCreateData, AreasCreateResponses>;
    /** Read an area */
    read: Call<AreasReadData, AreasReadResponses>;
    /** Change an area */
    update: Call<AreasUpdateData, AreasUpdateResponses>;
    /** Delete an area; records tagged with it lose the tag */
    delete: Call<AreasDeleteData, AreasDeleteResponses>;
    /** Archive an area */
    archive: Call<AreasArchiveData, AreasArchiveResponses>;
    /** Restore an archived area */
    unarchive: Call<AreasUnarchiveData, AreasUnarchiveResponses>;
  };
  evidence: {
    /** List the evidence of a product, the latest first */
    list: Call<EvidenceListData, EvidenceListResponses>;
    /** List the evidence of a product, the latest first: one after the other, page by page. */
    all: All<EvidenceListData, EvidenceListResponses, 'evidence'>;
    /** Upload a file that shows what records say */
    upload: Call<EvidenceUploadData, EvidenceUploadResponses>;
    /** Read a file */
    read: Call<EvidenceReadData, EvidenceReadResponses>;
    /** Delete a file: one of yours, or as an admin any */
    delete: Call<EvidenceDeleteData, EvidenceDeleteResponses>;
  };
  files: {
    /** The picture of a person */
    readPicture: Call<FilesReadPictureData, FilesReadPictureResponses>;
    /** The logo of an organization */
    readLogo: Call<FilesReadLogoData, FilesReadLogoResponses>;
  };
  settings: {
    /** Read the default standard, level, audit frequency and legal disclaimer */
    readConformance: Call<SettingsReadConformanceData, SettingsReadConformanceResponses>;
    /** Change the default standard, level, audit frequency and legal disclaimer */
    updateConformance: Call<SettingsUpdateConformanceData, SettingsUpdateConformanceResponses>;
    /** Read which modules are on */
    readModules: Call<SettingsReadModulesData, SettingsReadModulesResponses>;
    /** Switch a module on, with what it needs, or off, with what needs it */
    switchModule: Call<SettingsSwitchModuleData, SettingsSwitchModuleResponses>;
    /** Read what is asked of those who get in */
    readSecurity: Call<SettingsReadSecurityData, SettingsReadSecurityResponses>;
    /** Say whether people must have a second factor */
    updateSecurity: Call<SettingsUpdateSecurityData, SettingsUpdateSecurityResponses>;
    /** Read in how many days issues are to be done */
    readDeadlines: Call<SettingsReadDeadlinesData, SettingsReadDeadlinesResponses>;
    /** Change in how many days issues are to be done, from now on */
    updateDeadlines: Call<SettingsUpdateDeadlinesData, SettingsUpdateDeadlinesResponses>;
    /** Date what is open by the deadlines, or say what that would do */
    applyDeadlines: Call<SettingsApplyDeadlinesData, SettingsApplyDeadlinesResponses>;
    /** Read whether a secret is set, and the address to enter at GitHub */
    readGitHub: Call<SettingsReadGitHubData, SettingsReadGitHubResponses>;
    /** Set or replace the secret with which GitHub signs its deliveries; it is never shown again */
    setGitHubSecret: Call<SettingsSetGitHubSecretData, SettingsSetGitHubSecretResponses>;
    /** Remove the secret: deliveries of GitHub are refused */
    removeGitHubSecret: Call<SettingsRemoveGitHubSecretData, SettingsRemoveGitHubSecretResponses>;
  };
  signIn: {
    /** List the domains of the organization */
    listDomains: Call<SignInListDomainsData, SignInListDomainsResponses>;
    /** Claim a domain; it is proved afterwards */
    addDomain: Call<SignInAddDomainData, SignInAddDomainResponses>;
    /** Prove a domain by its TXT record, or by a code that is mailed to its postmaster */
    verifyDomain: Call<SignInVerifyDomainData, SignInVerifyDomainResponses>;
    /** Give up a domain: nobody new comes in by it */
    removeDomain: Call<SignInRemoveDomainData, SignInRemoveDomainResponses>;
    /** Read by which provider people of the organization come in */
    readSettings: Call<SignInReadSettingsData, SignInReadSettingsResponses>;
    /** Set the provider by which people of the organization come in */
    replaceSettings: Call<SignInReplaceSettingsData, SignInReplaceSettingsResponses>;
    /** Remove the provider: nobody comes in by it, and who has is signed out */
    removeSettings: Call<SignInRemoveSettingsData, SignInRemoveSettingsResponses>;
    /** Make a key by which requests to the SAML provider are signed */
    createKey: Call<SignInCreateKeyData, SignInCreateKeyResponses>;
    /** Delete a key for the SAML provider: the next one signs from then on, or none */
    deleteKey: Call<SignInDeleteKeyData, SignInDeleteKeyResponses>;
    /** Begin to try the provider: what it says of a person, and what would follow */
    beginTrial: Call<SignInBeginTrialData, SignInBeginTrialResponses>;
    /** Begin to sign in by the provider of an organization */
    begin: Call<SignInBeginData, SignInBeginResponses>;
    /** What the SAML provider of an organization must know of this service */
    readMetadata: Call<SignInReadMetadataData, SignInReadMetadataResponses>;
  };
  apiKeys: {
    /** List the live API keys */
    list: Call<ApiKeysListData, ApiKeysListResponses>;
    /** Make an API key; its secret is in this answer only */
    create: Call<ApiKeysCreateData, ApiKeysCreateResponses>;
    /** Revoke an API key, and those that were made with it */
    revoke: Call<ApiKeysRevokeData, ApiKeysRevokeResponses>;
    /** Read the calling API key and its organization */
    readOwn: Call<ApiKeysReadOwnData, ApiKeysReadOwnResponses>;
  };
  trustedPublishers: {
    /** List the trusted publishers */
    list: Call<TrustedPublishersListData, TrustedPublishersListResponses>;
    /** Trust the pipelines of a repository to report */
    create: Call<TrustedPublishersCreateData, TrustedPublishersCreateResponses>;
    /** Accept the ids that a repository has shown */
    accept: Call<TrustedPublishersAcceptData, TrustedPublishersAcceptResponses>;
    /** Trust a repository no longer; keys that its tokens were exchanged for end at once */
    delete: Call<TrustedPublishersDeleteData, TrustedPublishersDeleteResponses>;
  };
  ingest: {
    /** Exchange the OpenID token of a CI provider for a key of 15 minutes */
    exchangeToken: Call<IngestExchangeTokenData, IngestExchangeTokenResponses>;
    /** Report a test activity with its findings */
    report: Call<IngestReportData, IngestReportResponses>;
    /** Report a test activity with its findings, as a person */
    reportAsPerson: Call<IngestReportAsPersonData, IngestReportAsPersonResponses>;
  };
  provisioning: {
    /** List the tokens for provisioning */
    listTokens: Call<ProvisioningListTokensData, ProvisioningListTokensResponses>;
    /** Make a token for provisioning; it is shown once */
    createToken: Call<ProvisioningCreateTokenData, ProvisioningCreateTokenResponses>;
    /** Delete a token for provisioning; it opens nothing any more */
    deleteToken: Call<ProvisioningDeleteTokenData, ProvisioningDeleteTokenResponses>;
  };
  scim: {
    /** What is served of SCIM */
    config: Call<ScimConfigData, ScimConfigResponses>;
    /** List the kinds of resources */
    listResourceTypes: Call<ScimListResourceTypesData, ScimListResourceTypesResponses>;
    /** Read a kind of resources */
    readResourceType: Call<ScimReadResourceTypeData, ScimReadResourceTypeResponses>;
    /** List the schemas of resources */
    listSchemas: Call<ScimListSchemasData, ScimListSchemasResponses>;
    /** Read the schema of a kind of resources */
    readSchema: Call<ScimReadSchemaData, ScimReadSchemaResponses>;
    /** List people */
    listUsers: Call<ScimListUsersData, ScimListUsersResponses>;
    /** Tell of a person */
    createUser: Call<ScimCreateUserData, ScimCreateUserResponses>;
    /** Read a person */
    readUser: Call<ScimReadUserData, ScimReadUserResponses>;
    /** Replace what is told of a person */
    replaceUser: Call<ScimReplaceUserData, ScimReplaceUserResponses>;
    /** Change what is told of a person */
    patchUser: Call<ScimPatchUserData, ScimPatchUserResponses>;
    /** Forget a person, who belongs to the organization no more */
    deleteUser: Call<ScimDeleteUserData, ScimDeleteUserResponses>;
    /** List groups */
    listGroups: Call<ScimListGroupsData, ScimListGroupsResponses>;
    /** Tell of a group */
    createGroup: Call<ScimCreateGroupData, ScimCreateGroupResponses>;
    /** Read a group */
    readGroup: Call<ScimReadGroupData, ScimReadGroupResponses>;
    /** Replace what is told of a group */
    replaceGroup: Call<ScimReplaceGroupData, ScimReplaceGroupResponses>;
    /** Change what is told of a group */
    patchGroup: Call<ScimPatchGroupData, ScimPatchGroupResponses>;
    /** Forget a group; what it gave goes with it */
    deleteGroup: Call<ScimDeleteGroupData, ScimDeleteGroupResponses>;
  };
  audits: {
    /** List the audits of all active products */
    listInOrganization: Call<AuditsListInOrganizationData, AuditsListInOrganizationResponses>;
    /** List the audits of all active products: one after the other, page by page. */
    allInOrganization: All<AuditsListInOrganizationData, AuditsListInOrganizationResponses, 'audits'>;
    /** List when which product is due for its next full audit */
    listFuture: Call<AuditsListFutureData, AuditsListFutureResponses>;
    /** List the audits of a product */
    list: Call<AuditsListData, AuditsListResponses>;
    /** List the audits of a product: one after the other, page by page. */
    all: All<AuditsListData, AuditsListResponses, 'audits'>;
    /** Begin an audit, or record a completed one */
    create: Call<AuditsCreateData, AuditsCreateResponses>;
    /** Read an audit */
    read: Call<AuditsReadData, AuditsReadResponses>;
    /** Change an audit */
    update: Call<AuditsUpdateData, AuditsUpdateResponses>;
    /** Delete an audit; its issues stay */
    delete: Call<AuditsDeleteData, AuditsDeleteResponses>;
    /** List the sample of an audit */
    listSample: Call<AuditsListSampleData, AuditsListSampleResponses>;
    /** Add an entry to the sample of an audit */
    addEntry: Call<AuditsAddEntryData, AuditsAddEntryResponses>;
    /** Order the sample of an audit */
    orderSample: Call<AuditsOrderSampleData, AuditsOrderSampleResponses>;
    /** Draw random entries */
    drawSample: Call<AuditsDrawSampleData, AuditsDrawSampleResponses>;
    /** Copy the sample of another audit of the product */
    copySample: Call<AuditsCopySampleData, AuditsCopySampleResponses>;
    /** Read an entry of the sample of an audit */
    readEntry: Call<AuditsReadEntryData, AuditsReadEntryResponses>;
    /** Change an entry of the sample of an audit */
    updateEntry: Call<AuditsUpdateEntryData, AuditsUpdateEntryResponses>;
    /** Delete an entry of the sample of an audit */
    deleteEntry: Call<AuditsDeleteEntryData, AuditsDeleteEntryResponses>;
    /** List the outcomes of an audit */
    listOutcomes: Call<AuditsListOutcomesData, AuditsListOutcomesResponses>;
    /** List the outcomes of an audit: one after the other, page by page. */
    allOutcomes: All<AuditsListOutcomesData, AuditsListOutcomesResponses, 'outcomes'>;
    /** Decide outcomes: all or none */
    decideOutcomes: Call<AuditsDecideOutcomesData, AuditsDecideOutcomesResponses>;
    /** Copy the outcomes of an entry to others */
    copyOutcomes: Call<AuditsCopyOutcomesData, AuditsCopyOutcomesResponses>;
    /** Open an issue of what an audit has found, or put one there */
    openIssue: Call<AuditsOpenIssueData, AuditsOpenIssueResponses>;
    /** Read the history of outcomes, the latest first */
    readHistory: Call<AuditsReadHistoryData, AuditsReadHistoryResponses>;
    /** Read the history of outcomes, the latest first: one after the other, page by page. */
    allReadHistory: All<AuditsReadHistoryData, AuditsReadHistoryResponses, 'history'>;
    /** List who examines what in an audit */
    listAssignments: Call<AuditsListAssignmentsData, AuditsListAssignmentsResponses>;
    /** Assign what members examine in an audit, in place of what was assigned */
    assign: Call<AuditsAssignData, AuditsAssignResponses>;
    /** Read how far an audit is */
    readProgress: Call<AuditsReadProgressData, AuditsReadProgressResponses>;
    /** Compare an audit with another one of the product */
    compare: Call<AuditsCompareData, AuditsCompareResponses>;
    /** List the comments on an audit */
    listComments: Call<AuditsListCommentsData, AuditsListCommentsResponses>;
    /** List the comments on an audit: one after the other, page by page. */
    allComments: All<AuditsListCommentsData, AuditsListCommentsResponses, 'comments'>;
    /** Comment on an audit */
    createComment: Call<AuditsCreateCommentData, AuditsCreateCommentResponses>;
    /** Read a comment on an audit */
    readComment: Call<AuditsReadCommentData, AuditsReadCommentResponses>;
    /** Put a comment of yours on an audit in other words */
    updateComment: Call<AuditsUpdateCommentData, AuditsUpdateCommentResponses>;
    /** Delete a comment on an audit: your own, or as an admin any */
    deleteComment: Call<AuditsDeleteCommentData, AuditsDeleteCommentResponses>;
    /** List the words that a comment on an audit had before */
    listCommentVersions: Call<AuditsListCommentVersionsData, AuditsListCommentVersionsResponses>;
    /** Read the comments on an audit and its changes in one order */
    readTimeline: Call<AuditsReadTimelineData, AuditsReadTimelineResponses>;
    /** Read the comments on an audit and its changes in one order: one after the other, page by page. */
    allReadTimeline: All<AuditsReadTimelineData, AuditsReadTimelineResponses, 'entries'>;
    /** Export an audit with its sample and its outcomes */
    exportAudit: Call<AuditsExportAuditData, AuditsExportAuditResponses>;
    /** Import outcomes into an audit: all or none */
    importOutcomes: Call<AuditsImportOutcomesData, AuditsImportOutcomesResponses>;
    /** List what was imported into the audits of a product, the latest first */
    listImports: Call<AuditsListImportsData, AuditsListImportsResponses>;
    /** List what was imported into the audits of a product, the latest first: one after the other, page by page. */
    allImports: All<AuditsListImportsData, AuditsListImportsResponses, 'imports'>;
    /** Import outcomes into an audit, or into a new one, by a job */
    beginImport: Call<AuditsBeginImportData, AuditsBeginImportResponses>;
    /** Say how a file would be read, and what it would make of an audit */
    previewImport: Call<AuditsPreviewImportData, AuditsPreviewImportResponses>;
    /** End an import that is under way, and take back what it has made */
    cancelImport: Call<AuditsCancelImportData, AuditsCancelImportResponses>;
    /** Read an import */
    readImport: Call<AuditsReadImportData, AuditsReadImportResponses>;
    /** Take an import back */
    undoImport: Call<AuditsUndoImportData, AuditsUndoImportResponses>;
  };
  testActivities: {
    /** List the test activities of all active products */
    listInOrganization: Call<TestActivitiesListInOrganizationData, TestActivitiesListInOrganizationResponses>;
    /** List the test activities of all active products: one after the other, page by page. */
    allInOrganization: All<TestActivitiesListInOrganizationData, TestActivitiesListInOrganizationResponses, 'testActivities'>;
    /** List the test activities of a product */
    list: Call<TestActivitiesListData, TestActivitiesListResponses>;
    /** List the test activities of a product: one after the other, page by page. */
    all: All<TestActivitiesListData, TestActivitiesListResponses, 'testActivities'>;
    /** Log a test activity by hand */
    log: Call<TestActivitiesLogData, TestActivitiesLogResponses>;
    /** Read a test activity */
    read: Call<TestActivitiesReadData, TestActivitiesReadResponses>;
    /** Delete a test activity and undo what it said of findings; its issues stay */
    delete: Call<TestActivitiesDeleteData, TestActivitiesDeleteResponses>;
    /** What deleting a test activity would change */
    previewDeletion: Call<TestActivitiesPreviewDeletionData, TestActivitiesPreviewDeletionResponses>;
  };
  issues: {
    /** List the issues of all active products */
    listInOrganization: Call<IssuesListInOrganizationData, IssuesListInOrganizationResponses>;
    /** List the issues of all active products: one after the other, page by page. */
    allInOrganization: All<IssuesListInOrganizationData, IssuesListInOrganizationResponses, 'issues'>;
    /** Change many issues at once */
    bulkUpdate: Call<IssuesBulkUpdateData, IssuesBulkUpdateResponses>;
    /** Delete many issues at once */
    bulkDelete: Call<IssuesBulkDeleteData, IssuesBulkDeleteResponses>;
    /** List the issues of a product */
    list: Call<IssuesListData, IssuesListResponses>;
    /** List the issues of a product: one after the other, page by page. */
    all: All<IssuesListData, IssuesListResponses, 'issues'>;
    /** Report an issue */
    create: Call<IssuesCreateData, IssuesCreateResponses>;
    /** Read an issue */
    read: Call<IssuesReadData, IssuesReadResponses>;
    /** Change an issue */
    update: Call<IssuesUpdateData, IssuesUpdateResponses>;
    /** Delete an issue; findings confirmed as it await triage again */
    delete: Call<IssuesDeleteData, IssuesDeleteResponses>;
    /** Watch an issue oneself */
    watch: Call<IssuesWatchData, IssuesWatchResponses>;
    /** Watch an issue no longer */
    unwatch: Call<IssuesUnwatchData, IssuesUnwatchResponses>;
    /** List the requirements that an issue fails */
    listRequirements: Call<IssuesListRequirementsData, IssuesListRequirementsResponses>;
    /** Replace the requirements that an issue fails */
    replaceRequirements: Call<IssuesReplaceRequirementsData, IssuesReplaceRequirementsResponses>;
    /** List the functional needs that an issue concerns */
    listFunctionalNeeds: Call<IssuesListFunctionalNeedsData, IssuesListFunctionalNeedsResponses>;
    /** Replace the functional needs that an issue concerns */
    replaceFunctionalNeeds: Call<IssuesReplaceFunctionalNeedsData, IssuesReplaceFunctionalNeedsResponses>;
    /** List the comments on an issue */
    listComments: Call<IssuesListCommentsData, IssuesListCommentsResponses>;
    /** List the comments on an issue: one after the other, page by page. */
    allComments: All<IssuesListCommentsData, IssuesListCommentsResponses, 'comments'>;
    /** Comment on an issue */
    createComment: Call<IssuesCreateCommentData, IssuesCreateCommentResponses>;
    /** Read a comment on an issue */
    readComment: Call<IssuesReadCommentData, IssuesReadCommentResponses>;
    /** Put a comment of yours on an issue in other words */
    updateComment: Call<IssuesUpdateCommentData, IssuesUpdateCommentResponses>;
    /** Delete a comment on an issue: your own, or as an admin any */
    deleteComment: Call<IssuesDeleteCommentData, IssuesDeleteCommentResponses>;
    /** List the words that a comment on an issue had before */
    listCommentVersions: Call<IssuesListCommentVersionsData, IssuesListCommentVersionsResponses>;
    /** Read the comments on an issue and its changes in one order */
    readTimeline: Call<IssuesReadTimelineData, IssuesReadTimelineResponses>;
    /** Read the comments on an issue and its changes in one order: one after the other, page by page. */
    allReadTimeline: All<IssuesReadTimelineData, IssuesReadTimelineResponses, 'entries'>;
    /** Read which evidence an issue has */
    readEvidence: Call<IssuesReadEvidenceData, IssuesReadEvidenceResponses>;
    /** Say which evidence an issue has */
    putEvidence: Call<IssuesPutEvidenceData, IssuesPutEvidenceResponses>;
    /** Accept an issue until a later date */
    extend: Call<IssuesExtendData, IssuesExtendResponses>;
    /** List all issues linked to an audit */
    listOfAudit: Call<IssuesListOfAuditData, IssuesListOfAuditResponses>;
    /** List all issues linked to a test activity */
    listOfTestActivity: Call<IssuesListOfTestActivityData, IssuesListOfTestActivityResponses>;
  };
  risks: {
    /** List the risks of all products */
    listInOrganization: Call<RisksListInOrganizationData, RisksListInOrganizationResponses>;
    /** List the risks of all products: one after the other, page by page. */
    allInOrganization: All<RisksListInOrganizationData, RisksListInOrganizationResponses, 'risks'>;
    /** Count risks by status, likelihood, impact and product */
    readInsights: Call<RisksReadInsightsData, RisksReadInsightsResponses>;
    /** Change many risks at once */
    bulkUpdate: Call<RisksBulkUpdateData, RisksBulkUpdateResponses>;
    /** Delete many risks at once */
    bulkDelete: Call<RisksBulkDeleteData, RisksBulkDeleteResponses>;
    /** List the risks of a product */
    list: Call<RisksListData, RisksListResponses>;
    /** List the risks of a product: one after the other, page by page. */
    all: All<RisksListData, RisksListResponses, 'risks'>;
    /** Record a risk */
    create: Call<RisksCreateData, RisksCreateResponses>;
    /** Read a risk */
    read: Call<RisksReadData, RisksReadResponses>;
    /** Change a risk */
    update: Call<RisksUpdateData, RisksUpdateResponses>;
    /** Delete a risk; the issue that it became stays */
    delete: Call<RisksDeleteData, RisksDeleteResponses>;
    /** Make an issue of a risk that came true */
    materialize: Call<RisksMaterializeData, RisksMaterializeResponses>;
    /** List the functional needs that a risk concerns */
    listFunctionalNeeds: Call<RisksListFunctionalNeedsData, RisksListFunctionalNeedsResponses>;
    /** Replace the functional needs that a risk concerns */
    replaceFunctionalNeeds: Call<RisksReplaceFunctionalNeedsData, RisksReplaceFunctionalNeedsResponses>;
  };
  findings: {
    /** List the findings of all active products */
    listInOrganization: Call<FindingsListInOrganizationData, FindingsListInOrganizationResponses>;
    /** List the findings of all active products: one after the other, page by page. */
    allInOrganization: All<FindingsListInOrganizationData, FindingsListInOrganizationResponses, 'findings'>;
    /** Count the findings of all active products in groups, by rule or what else they have in common */
    groupInOrganization: Call<FindingsGroupInOrganizationData, FindingsGroupInOrganizationResponses>;
    /** Count the findings of all active products in groups, by rule or what else they have in common: one after the other, page by page. */
    allGroupInOrganization: All<FindingsGroupInOrganizationData, FindingsGroupInOrganizationResponses, 'groups'>;
    /** Confirm, dismiss or reopen many findings at once: all or nothing */
    bulkTriage: Call<FindingsBulkTriageData, FindingsBulkTriageResponses>;
    /** Take a decision of triage back */
    undo: Call<FindingsUndoData, FindingsUndoResponses>;
    /** List the findings of a product */
    list: Call<FindingsListData, FindingsListResponses>;
    /** List the findings of a product: one after the other, page by page. */
    all: All<FindingsListData, FindingsListResponses, 'findings'>;
    /** Count the findings of a product in groups, by rule or what else they have in common */
    group: Call<FindingsGroupData, FindingsGroupResponses>;
    /** Count the findings of a product in groups, by rule or what else they have in common: one after the other, page by page. */
    allGroup: All<FindingsGroupData, FindingsGroupResponses, 'groups'>;
    /** Read a finding with its pages */
    read: Call<FindingsReadData, FindingsReadResponses>;
    /** Put a finding in better words */
    update: Call<FindingsUpdateData, FindingsUpdateResponses>;
    /** Make an issue of a finding */
    confirm: Call<FindingsConfirmData, FindingsConfirmResponses>;
    /** Dismiss a finding: scans may go on reporting it */
    dismiss: Call<FindingsDismissData, FindingsDismissResponses>;
    /** Answer for pages that a finding has spread to */
    answerPages: Call<FindingsAnswerPagesData, FindingsAnswerPagesResponses>;
    /** Make a dismissed or resolved finding pending again */
    reopen: Call<FindingsReopenData, FindingsReopenResponses>;
    /** List the findings that a test activity spoke of */
    listOfTestActivity: Call<FindingsListOfTestActivityData, FindingsListOfTestActivityResponses>;
    /** List the findings that a test activity spoke of: one after the other, page by page. */
    allOfTestActivity: All<FindingsListOfTestActivityData, FindingsListOfTestActivityResponses, 'findings'>;
    /** List the comments on a finding */
    listComments: Call<FindingsListCommentsData, FindingsListCommentsResponses>;
    /** List the comments on a finding: one after the other, page by page. */
    allComments: All<FindingsListCommentsData, FindingsListCommentsResponses, 'comments'>;
    /** Comment on a finding */
    createComment: Call<FindingsCreateCommentData, FindingsCreateCommentResponses>;
    /** Read a comment on a finding */
    readComment: Call<FindingsReadCommentData, FindingsReadCommentResponses>;
    /** Put a comment of yours on a finding in other words */
    updateComment: Call<FindingsUpdateCommentData, FindingsUpdateCommentResponses>;
    /** Delete a comment on a finding: your own, or as an admin any */
    deleteComment: Call<FindingsDeleteCommentData, FindingsDeleteCommentResponses>;
    /** List the words that a comment on a finding had before */
    listCommentVersions: Call<FindingsListCommentVersionsData, FindingsListCommentVersionsResponses>;
    /** Read the comments on a finding and its changes in one order */
    readTimeline: Call<FindingsReadTimelineData, FindingsReadTimelineResponses>;
    /** Read the comments on a finding and its changes in one order: one after the other, page by page. */
    allReadTimeline: All<FindingsReadTimelineData, FindingsReadTimelineResponses, 'entries'>;
    /** Read which evidence a finding has */
    readEvidence: Call<FindingsReadEvidenceData, FindingsReadEvidenceResponses>;
    /** Say which evidence a finding has */
    putEvidence: Call<FindingsPutEvidenceData, FindingsPutEvidenceResponses>;
    /** Read the picture of a finding, as an agent took it last */
    readPicture: Call<FindingsReadPictureData, FindingsReadPictureResponses>;
  };
  ownershipRules: {
    /** Read whose new issues of a product are */
    read: Call<OwnershipRulesReadData, OwnershipRulesReadResponses>;
    /** Replace the rules that say whose new issues of a product are */
    replace: Call<OwnershipRulesReplaceData, OwnershipRulesReplaceResponses>;
    /** Try rules on the findings of a product that are open; nothing is kept */
    preview: Call<OwnershipRulesPreviewData, OwnershipRulesPreviewResponses>;
  };
  lines: {
    /** List the lines of a product that have not ended */
    list: Call<LinesListData, LinesListResponses>;
    /** End a line: what was present only there is resolved */
    end: Call<LinesEndData, LinesEndResponses>;
  };
  grade: {
    /** Read the Grade with its reasons */
    read: Call<GradeReadData, GradeReadResponses>;
    /** List every change of the Grade, newest first */
    history: Call<GradeHistoryData, GradeHistoryResponses>;
    /** List every change of the Grade, newest first: one after the other, page by page. */
    allHistory: All<GradeHistoryData, GradeHistoryResponses, 'grades'>;
    /** What the Grade would be if these issues were closed */
    simulate: Call<GradeSimulateData, GradeSimulateResponses>;
  };
  feeds: {
    /** Read the testing feed of all active products */
    ofOrganization: Call<FeedsOfOrganizationData, FeedsOfOrganizationResponses>;
    /** Read the testing feed of all active products: one after the other, page by page. */
    allOfOrganization: All<FeedsOfOrganizationData, FeedsOfOrganizationResponses, 'entries'>;
    /** Read the testing feed of a product */
    ofProduct: Call<FeedsOfProductData, FeedsOfProductResponses>;
    /** Read the testing feed of a product: one after the other, page by page. */
    allOfProduct: All<FeedsOfProductData, FeedsOfProductResponses, 'entries'>;
  };
  insights: {
    /** Whom the open issues of all active products block, and which to close first */
    functionalNeedsOfOrganization: Call<InsightsFunctionalNeedsOfOrganizationData, InsightsFunctionalNeedsOfOrganizationResponses>;
    /** Which dates of issues were kept in all active products, and how long closing takes */
    deadlinesOfOrganization: Call<InsightsDeadlinesOfOrganizationData, InsightsDeadlinesOfOrganizationResponses>;
    /** Whom the open issues of a product block, and which to close first */
    functionalNeedsOfProduct: Call<InsightsFunctionalNeedsOfProductData, InsightsFunctionalNeedsOfProductResponses>;
    /** What happened in all active products, by week or month */
    trendsOfOrganization: Call<InsightsTrendsOfOrganizationData, InsightsTrendsOfOrganizationResponses>;
    /** What happened in a product, by week or month */
    trendsOfProduct: Call<InsightsTrendsOfProductData, InsightsTrendsOfProductResponses>;
    /** What the newest completed audit of each active product has found, by requirement */
    outcomesOfOrganization: Call<InsightsOutcomesOfOrganizationData, InsightsOutcomesOfOrganizationResponses>;
    /** What the newest completed audits of a product have found, by requirement */
    outcomesOfProduct: Call<InsightsOutcomesOfProductData, InsightsOutcomesOfProductResponses>;
    /** Which pages of a product have findings, by area and template, and which nobody has looked at */
    pagesOfProduct: Call<InsightsPagesOfProductData, InsightsPagesOfProductResponses>;
  };
  overview: {
    /** Read what waits in all active products, their letters, and which changed theirs */
    read: Call<OverviewReadData, OverviewReadResponses>;
  };
  search: {
    /** Search everything of an organization: by number, slug or words, of each kind the five newest */
    search: Call<SearchSearchData, SearchSearchResponses>;
  };
  changes: {
    /** List everything that happened in an organization, newest first or as it happened */
    ofOrganization: Call<ChangesOfOrganizationData, ChangesOfOrganizationResponses>;
    /** List everything that happened in an organization, newest first or as it happened: one after the other, page by page. */
    allOfOrganization: All<ChangesOfOrganizationData, ChangesOfOrganizationResponses, 'changes'>;
    /** List everything that happened to a product and its records, newest first or as it happened */
    ofProduct: Call<ChangesOfProductData, ChangesOfProductResponses>;
    /** List everything that happened to a product and its records, newest first or as it happened: one after the other, page by page. */
    allOfProduct: All<ChangesOfProductData, ChangesOfProductResponses, 'changes'>;
  };
  trackerConnections: {
    /** List the trackers with which a product is connected */
    list: Call<TrackerConnectionsListData, TrackerConnectionsListResponses>;
    /** Connect a product with a project of a tracker */
    create: Call<TrackerConnectionsCreateData, TrackerConnectionsCreateResponses>;
    /** Read a connection with a tracker */
    read: Call<TrackerConnectionsReadData, TrackerConnectionsReadResponses>;
    /** Change a connection with a tracker */
    update: Call<TrackerConnectionsUpdateData, TrackerConnectionsUpdateResponses>;
    /** Delete a connection with a tracker; what stands there stays */
    delete: Call<TrackerConnectionsDeleteData, TrackerConnectionsDeleteResponses>;
    /** Ask a tracker whether the credentials suffice; nothing is written there */
    test: Call<TrackerConnectionsTestData, TrackerConnectionsTestResponses>;
    /** Bring the open issues with a label here, each linked with the one there */
    import: Call<TrackerConnectionsImportData, TrackerConnectionsImportResponses>;
    /** Propose which members are which accounts of a tracker, by the mail addresses that it shows */
    proposePeople: Call<TrackerConnectionsProposePeopleData, TrackerConnectionsProposePeopleResponses>;
    /** Receive an event of a tracker, proved by the secret of the connection */
    receive: Call<TrackerConnectionsReceiveData, TrackerConnectionsReceiveResponses>;
  };
  issueTrackers: {
    /** Send an issue to a tracker, or link it with one that is there */
    link: Call<IssueTrackersLinkData, IssueTrackersLinkResponses>;
    /** End the link of an issue with a tracker; both stay */
    unlink: Call<IssueTrackersUnlinkData, IssueTrackersUnlinkResponses>;
  };
  trackerDifferences: {
    /** List the issues that differ here and in a tracker */
    list: Call<TrackerDifferencesListData, TrackerDifferencesListResponses>;
    /** List the issues that differ here and in a tracker: one after the other, page by page. */
    all: All<TrackerDifferencesListData, TrackerDifferencesListResponses, 'differences'>;
    /** Say which side holds of a field in which an issue differs */
    decide: Call<TrackerDifferencesDecideData, TrackerDifferencesDecideResponses>;
  };
  webhooks: {
    /** List webhooks */
    list: Call<WebhooksListData, WebhooksListResponses>;
    /** Create a webhook; the answer holds its signing secret, once */
    create: Call<WebhooksCreateData, WebhooksCreateResponses>;
    /** Read a webhook */
    read: Call<WebhooksReadData, WebhooksReadResponses>;
    /** Change a webhook */
    update: Call<WebhooksUpdateData, WebhooksUpdateResponses>;
    /** Delete a webhook and what was to be sent to it */
    delete: Call<WebhooksDeleteData, WebhooksDeleteResponses>;
    /** Make a new signing secret */
    rotateSecret: Call<WebhooksRotateSecretData, WebhooksRotateSecretResponses>;
    /** Send a message of any type, to see whether it arrives and is understood */
    test: Call<WebhooksTestData, WebhooksTestResponses>;
    /** List what was sent to a webhook, newest first; kept for 30 days */
    listDeliveries: Call<WebhooksListDeliveriesData, WebhooksListDeliveriesResponses>;
    /** List what was sent to a webhook, newest first; kept for 30 days: one after the other, page by page. */
    allDeliveries: All<WebhooksListDeliveriesData, WebhooksListDeliveriesResponses, 'deliveries'>;
    /** Send a message again as it was */
    replayDelivery: Call<WebhooksReplayDeliveryData, WebhooksReplayDeliveryResponses>;
    /** Receive an event of GitHub, signed with the secret of the organization */
    receiveFromGitHub: Call<WebhooksReceiveFromGitHubData, WebhooksReceiveFromGitHubResponses>;
  };
  notifications: {
    /** List what you are told, the newest first */
    list: Call<NotificationsListData, NotificationsListResponses>;
    /** List what you are told, the newest first: one after the other, page by page. */
    all: All<NotificationsListData, NotificationsListResponses, 'notifications'>;
    /** Mark notifications as read, or as unread */
    mark: Call<NotificationsMarkData, NotificationsMarkResponses>;
    /** Count what you have not read */
    count: Call<NotificationsCountData, NotificationsCountResponses>;
  };
  mailSettings: {
    /** Read what you are told by mail, and when */
    read: Call<MailSettingsReadData, MailSettingsReadResponses>;
    /** Change what you are told by mail, and when */
    update: Call<MailSettingsUpdateData, MailSettingsUpdateResponses>;
    /** End mails about notifications, as mail programs do (RFC 8058) */
    unsubscribe: Call<MailSettingsUnsubscribeData, MailSettingsUnsubscribeResponses>;
  };
  inventory: {
    /** List the pages of a product */
    list: Call<InventoryListData, InventoryListResponses>;
    /** List the pages of a product: one after the other, page by page. */
    all: All<InventoryListData, InventoryListResponses, 'pages'>;
    /** Add a page to the inventory of a product */
    create: Call<InventoryCreateData, InventoryCreateResponses>;
    /** Change many pages of a product at once */
    bulkUpdate: Call<InventoryBulkUpdateData, InventoryBulkUpdateResponses>;
    /** Add the pages that a table or a sitemap names */
    import: Call<InventoryImportData, InventoryImportResponses>;
    /** Change a page */
    update: Call<InventoryUpdateData, InventoryUpdateResponses>;
  };
  monitors: {
    /** List the monitors of a product */
    list: Call<MonitorsListData, MonitorsListResponses>;
    /** Have pages of a product looked at again and again */
    create: Call<MonitorsCreateData, MonitorsCreateResponses>;
    /** Read a monitor */
    read: Call<MonitorsReadData, MonitorsReadResponses>;
    /** Change a monitor */
    update: Call<MonitorsUpdateData, MonitorsUpdateResponses>;
    /** Delete a monitor with its runs; what they reported stays */
    delete: Call<MonitorsDeleteData, MonitorsDeleteResponses>;
    /** List the runs of a monitor */
    listRuns: Call<MonitorsListRunsData, MonitorsListRunsResponses>;
    /** List the runs of a monitor: one after the other, page by page. */
    allRuns: All<MonitorsListRunsData, MonitorsListRunsResponses, 'runs'>;
    /** Have a monitor run now */
    run: Call<MonitorsRunData, MonitorsRunResponses>;
    /** Read a run */
    readRun: Call<MonitorsReadRunData, MonitorsReadRunResponses>;
    /** List the pages of a run */
    listRunPages: Call<MonitorsListRunPagesData, MonitorsListRunPagesResponses>;
    /** List the pages of a run: one after the other, page by page. */
    allRunPages: All<MonitorsListRunPagesData, MonitorsListRunPagesResponses, 'pages'>;
    /** Cancel a run; it reports nothing */
    cancelRun: Call<MonitorsCancelRunData, MonitorsCancelRunResponses>;
  };
  secrets: {
    /** List the secrets of a product, without their values */
    list: Call<SecretsListData, SecretsListResponses>;
    /** Set or replace a secret that steps of monitors fill in; it is never shown again */
    set: Call<SecretsSetData, SecretsSetResponses>;
    /** Delete a secret: runs of monitors that name it fail from then on */
    delete: Call<SecretsDeleteData, SecretsDeleteResponses>;
  };
  agents: {
    /** List the agents of an organization */
    list: Call<AgentsListData, AgentsListResponses>;
    /** Make an agent; its token is shown once */
    create: Call<AgentsCreateData, AgentsCreateResponses>;
    /** Delete an agent; its token ends at once */
    delete: Call<AgentsDeleteData, AgentsDeleteResponses>;
  };
  agentWork: {
    /** Ask for a run, as an agent */
    claim: Call<AgentWorkClaimData, AgentWorkClaimResponses>;
    /** Keep a run in hand, as an agent */
    heartbeat: Call<AgentWorkHeartbeatData, AgentWorkHeartbeatResponses>;
    /** Ask for pages of a run, as an agent */
    next: Call<AgentWorkNextData, AgentWorkNextResponses>;
    /** Tell what was found on pages, as an agent */
    tellResults: Call<AgentWorkTellResultsData, AgentWorkTellResultsResponses>;
    /** Send pictures of what was found, as an agent */
    sendEvidence: Call<AgentWorkSendEvidenceData, AgentWorkSendEvidenceResponses>;
    /** End a run, as an agent */
    finish: Call<AgentWorkFinishData, AgentWorkFinishResponses>;
  };
  savedViews: {
    /** List your saved views and those that are shared */
    list: Call<SavedViewsListData, SavedViewsListResponses>;
    /** Keep the filters and the order of a list */
    create: Call<SavedViewsCreateData, SavedViewsCreateResponses>;
    /** Change a saved view: your own, or as an admin a shared one */
    update: Call<SavedViewsUpdateData, SavedViewsUpdateResponses>;
    /** Delete a saved view: your own, or as an admin a shared one */
    delete: Call<SavedViewsDeleteData, SavedViewsDeleteResponses>;
  };
  conformanceReports: {
    /** List the conformance reports of a product */
    list: Call<ConformanceReportsListData, ConformanceReportsListResponses>;
    /** List the conformance reports of a product: one after the other, page by page. */
    all: All<ConformanceReportsListData, ConformanceReportsListResponses, 'conformanceReports'>;
    /** Begin a conformance report */
    create: Call<ConformanceReportsCreateData, ConformanceReportsCreateResponses>;
    /** Read a conformance report */
    read: Call<ConformanceReportsReadData, ConformanceReportsReadResponses>;
    /** Change a draft */
    update: Call<ConformanceReportsUpdateData, ConformanceReportsUpdateResponses>;
    /** Delete a draft */
    delete: Call<ConformanceReportsDeleteData, ConformanceReportsDeleteResponses>;
    /** List the conformance reports of all active products */
    listInOrganization: Call<ConformanceReportsListInOrganizationData, ConformanceReportsListInOrganizationResponses>;
    /** List the conformance reports of all active products: one after the other, page by page. */
    allInOrganization: All<ConformanceReportsListInOrganizationData, ConformanceReportsListInOrganizationResponses, 'conformanceReports'>;
    /** List the comments on a conformance report */
    listComments: Call<ConformanceReportsListCommentsData, ConformanceReportsListCommentsResponses>;
    /** List the comments on a conformance report: one after the other, page by page. */
    allComments: All<ConformanceReportsListCommentsData, ConformanceReportsListCommentsResponses, 'comments'>;
    /** Comment on a conformance report */
    createComment: Call<ConformanceReportsCreateCommentData, ConformanceReportsCreateCommentResponses>;
    /** Read a comment on a conformance report */
    readComment: Call<ConformanceReportsReadCommentData, ConformanceReportsReadCommentResponses>;
    /** Put a comment of yours on a conformance report in other words */
    updateComment: Call<ConformanceReportsUpdateCommentData, ConformanceReportsUpdateCommentResponses>;
    /** Delete a comment on a conformance report: your own, or as an admin any */
    deleteComment: Call<ConformanceReportsDeleteCommentData, ConformanceReportsDeleteCommentResponses>;
    /** List the words that a comment on a conformance report had before */
    listCommentVersions: Call<ConformanceReportsListCommentVersionsData, ConformanceReportsListCommentVersionsResponses>;
    /** Read the comments on a conformance report and its changes in one order */
    readTimeline: Call<ConformanceReportsReadTimelineData, ConformanceReportsReadTimelineResponses>;
    /** Read the comments on a conformance report and its changes in one order: one after the other, page by page. */
    allReadTimeline: All<ConformanceReportsReadTimelineData, ConformanceReportsReadTimelineResponses, 'entries'>;
    /** List the requirements of a report, each with what is said of it, what the data say, and its problems */
    listRequirements: Call<ConformanceReportsListRequirementsData, ConformanceReportsListRequirementsResponses>;
    /** List everything that keeps a draft from being published, or a form of statement from being made */
    listProblems: Call<ConformanceReportsListProblemsData, ConformanceReportsListProblemsResponses>;
    /** Read what was published, byte for byte */
    readDocument: Call<ConformanceReportsReadDocumentData, ConformanceReportsReadDocumentResponses>;
    /** Publish a draft */
    publish: Call<ConformanceReportsPublishData, ConformanceReportsPublishResponses>;
    /** Withdraw what was published */
    withdraw: Call<ConformanceReportsWithdrawData, ConformanceReportsWithdrawResponses>;
    /** Note that what was published still holds */
    review: Call<ConformanceReportsReviewData, ConformanceReportsReviewResponses>;
    /** Make a draft from what was published */
    revise: Call<ConformanceReportsReviseData, ConformanceReportsReviseResponses>;
    /** Give a report another public address */
    renewToken: Call<ConformanceReportsRenewTokenData, ConformanceReportsRenewTokenResponses>;
    /** Take away the public address of a report */
    removeToken: Call<ConformanceReportsRemoveTokenData, ConformanceReportsRemoveTokenResponses>;
    /** List what audits, issues, findings and tests say of each requirement */
    suggest: Call<ConformanceReportsSuggestData, ConformanceReportsSuggestResponses>;
    /** List the open issues that contradict a published report */
    listContradictions: Call<ConformanceReportsListContradictionsData, ConformanceReportsListContradictionsResponses>;
    /** Tell why an issue does not contradict a published report */
    tellReason: Call<ConformanceReportsTellReasonData, ConformanceReportsTellReasonResponses>;
    /** Export a conformance report */
    export: Call<ConformanceReportsExportData, ConformanceReportsExportResponses>;
    /** Begin a conformance report with what a file in OpenACR says */
    importReport: Call<ConformanceReportsImportReportData, ConformanceReportsImportReportResponses>;
  };
  conformanceVerdicts: {
    /** List what a conformance report says of requirements */
    list: Call<ConformanceVerdictsListData, ConformanceVerdictsListResponses>;
    /** State verdicts on up to 100 requirements, or take them back */
    stateMany: Call<ConformanceVerdictsStateManyData, ConformanceVerdictsStateManyResponses>;
    /** State that the requirements of a group do not apply */
    stateGroup: Call<ConformanceVerdictsStateGroupData, ConformanceVerdictsStateGroupResponses>;
    /** State a verdict on a requirement */
    state: Call<ConformanceVerdictsStateData, ConformanceVerdictsStateResponses>;
  };
  publicReports: {
    /** A published conformance report */
    showReport: Call<PublicReportsShowReportData, PublicReportsShowReportResponses>;
    /** The accessibility statement of a published conformance report */
    showStatement: Call<PublicReportsShowStatementData, PublicReportsShowStatementResponses>;
    /** The badge of a published conformance report */
    showBadge: Call<PublicReportsShowBadgeData, PublicReportsShowBadgeResponses>;
  };
  health: {
    /** A page for people: whether the service works, in part, or can only be read */
    page: Call<HealthPageData, HealthPageResponses>;
    /** Whether the process goes on: 503 where its event loop, or its work on jobs, has stood still for a minute */
    live: Call<HealthLiveData, HealthLiveResponses>;
    /** Whether the service can answer: 503 while the database is out of reach or the service stops */
    ready: Call<HealthReadyData, HealthReadyResponses>;
  };
  downloads: {
    /** The packages that this service serves, with their digests */
    list: Call<DownloadsListData, DownloadsListResponses>;
    /** The JSON Schema of the configuration of the command line */
    sendSchema: Call<DownloadsSendSchemaData, DownloadsSendSchemaResponses>;
    /** A package: the command line or the client */
    send: Call<DownloadsSendData, DownloadsSendResponses>;
  };
  version: {
    /** The version of the service, and the oldest client that fits */
    show: Call<VersionShowData, VersionShowResponses>;
  };
}

/** The generated call of each operation. */
export const CALLS = {
  identity: {
    ok: calls.identityOk,
    options: calls.identityOptions,
    signUp: calls.identitySignUp,
    signIn: calls.identitySignIn,
    updateUser: calls.identityUpdateUser,
    changePassword: calls.identityChangePassword,
    requestPasswordReset: calls.identityRequestPasswordReset,
    resetPassword: calls.identityResetPassword,
    sendVerificationEmail: calls.identitySendVerificationEmail,
    changeEmail: calls.identityChangeEmail,
    restoreAddress: calls.identityRestoreAddress,
    deleteUser: calls.identityDeleteUser,
    signInWithProvider: calls.identitySignInWithProvider,
  },
  sessions: {
    current: calls.sessionsCurrent,
    signOut: calls.sessionsSignOut,
    list: calls.sessionsList,
    revoke: calls.sessionsRevoke,
    revokeAll: calls.sessionsRevokeAll,
    revokeOthers: calls.sessionsRevokeOthers,
  },
  secondFactor: {
    enable: calls.secondFactorEnable,
    readUri: calls.secondFactorReadUri,
    verify: calls.secondFactorVerify,
    verifyBackupCode: calls.secondFactorVerifyBackupCode,
    renewBackupCodes: calls.secondFactorRenewBackupCodes,
    disable: calls.secondFactorDisable,
    unlock: calls.secondFactorUnlock,
  },
  account: {
    listEvents: calls.accountListEvents,
    prove: calls.accountProve,
    mailProofCode: calls.accountMailProofCode,
    recover: calls.accountRecover,
    listRecoveries: calls.accountListRecoveries,
    keep: calls.accountKeep,
    uploadPicture: calls.accountUploadPicture,
    deletePicture: calls.accountDeletePicture,
    useGravatar: calls.accountUseGravatar,
    read: calls.accountRead,
    update: calls.accountUpdate,
    export: calls.accountExport,
  },
  functionalNeeds: {
    list: calls.functionalNeedsList,
  },
  organizations: {
    create: calls.organizationsCreate,
    checkSlug: calls.organizationsCheckSlug,
    list: calls.organizationsList,
    setActive: calls.organizationsSetActive,
    read: calls.organizationsRead,
    readFull: calls.organizationsReadFull,
    update: calls.organizationsUpdate,
    delete: calls.organizationsDelete,
    leave: calls.organizationsLeave,
    uploadLogo: calls.organizationsUploadLogo,
    deleteLogo: calls.organizationsDeleteLogo,
    readProfile: calls.organizationsReadProfile,
  },
  members: {
    list: calls.membersList,
    readActive: calls.membersReadActive,
    readRole: calls.membersReadRole,
    hasPermission: calls.membersHasPermission,
    updateRole: calls.membersUpdateRole,
    remove: calls.membersRemove,
    listPeople: calls.membersListPeople,
  },
  invitations: {
    invite: calls.invitationsInvite,
    listPending: calls.invitationsListPending,
    list: calls.invitationsList,
    listOfPerson: calls.invitationsListOfPerson,
    read: calls.invitationsRead,
    accept: calls.invitationsAccept,
    reject: calls.invitationsReject,
    cancel: calls.invitationsCancel,
  },
  teams: {
    list: calls.teamsList,
    create: calls.teamsCreate,
    update: calls.teamsUpdate,
    remove: calls.teamsRemove,
    setActive: calls.teamsSetActive,
    listOfPerson: calls.teamsListOfPerson,
    listMembers: calls.teamsListMembers,
    addMember: calls.teamsAddMember,
    removeMember: calls.teamsRemoveMember,
  },
  standards: {
    list: calls.standardsList,
    create: calls.standardsCreate,
    read: calls.standardsRead,
    update: calls.standardsUpdate,
    delete: calls.standardsDelete,
    listRequirements: calls.standardsListRequirements,
    addRequirement: calls.standardsAddRequirement,
    listGroups: calls.standardsListGroups,
    addGroup: calls.standardsAddGroup,
    duplicate: calls.standardsDuplicate,
    readRequirement: calls.standardsReadRequirement,
    updateRequirement: calls.standardsUpdateRequirement,
    deleteRequirement: calls.standardsDeleteRequirement,
    readGroup: calls.standardsReadGroup,
    updateGroup: calls.standardsUpdateGroup,
    deleteGroup: calls.standardsDeleteGroup,
  },
  products: {
    create: calls.productsCreate,
    list: calls.productsList,
    read: calls.productsRead,
    update: calls.productsUpdate,
    delete: calls.productsDelete,
    archive: calls.productsArchive,
    unarchive: calls.productsUnarchive,
    pin: calls.productsPin,
    unpin: calls.productsUnpin,
    listRequirements: calls.productsListRequirements,
  },
  areas: {
    list: calls.areasList,
    create: calls.areasCreate,
    read: calls.areasRead,
    update: calls.areasUpdate,
    delete: calls.areasDelete,
    archive: calls.areasArchive,
    unarchive: calls.areasUnarchive,
  },
  evidence: {
    list: calls.evidenceList,
    upload: calls.evidenceUpload,
    read: calls.evidenceRead,
    delete: calls.evidenceDelete,
  },
  files: {
    readPicture: calls.filesReadPicture,
    readLogo: calls.filesReadLogo,
  },
  settings: {
    readConformance: calls.settingsReadConformance,
    updateConformance: calls.settingsUpdateConformance,
    readModules: calls.settingsReadModules,
    switchModule: calls.settingsSwitchModule,
    readSecurity: calls.settingsReadSecurity,
    updateSecurity: calls.settingsUpdateSecurity,
    readDeadlines: calls.settingsReadDeadlines,
    updateDeadlines: calls.settingsUpdateDeadlines,
    applyDeadlines: calls.settingsApplyDeadlines,
    readGitHub: calls.settingsReadGitHub,
    setGitHubSecret: calls.settingsSetGitHubSecret,
    removeGitHubSecret: calls.settingsRemoveGitHubSecret,
  },
  signIn: {
    listDomains: calls.signInListDomains,
    addDomain: calls.signInAddDomain,
    verifyDomain: calls.signInVerifyDomain,
    removeDomain: calls.signInRemoveDomain,
    readSettings: calls.signInReadSettings,
    replaceSettings: calls.signInReplaceSettings,
    removeSettings: calls.signInRemoveSettings,
    createKey: calls.signInCreateKey,
    deleteKey: calls.signInDeleteKey,
    beginTrial: calls.signInBeginTrial,
    begin: calls.signInBegin,
    readMetadata: calls.signInReadMetadata,
  },
  apiKeys: {
    list: calls.apiKeysList,
    create: calls.apiKeysCreate,
    revoke: calls.apiKeysRevoke,
    readOwn: calls.apiKeysReadOwn,
  },
  trustedPublishers: {
    list: calls.trustedPublishersList,
    create: calls.trustedPublishersCreate,
    accept: calls.trustedPublishersAccept,
    delete: calls.trustedPublishersDelete,
  },
  ingest: {
    exchangeToken: calls.ingestExchangeToken,
    report: calls.ingestReport,
    reportAsPerson: calls.ingestReportAsPerson,
  },
  provisioning: {
    listTokens: calls.provisioningListTokens,
    createToken: calls.provisioningCreateToken,
    deleteToken: calls.provisioningDeleteToken,
  },
  scim: {
    config: calls.scimConfig,
    listResourceTypes: calls.scimListResourceTypes,
    readResourceType: calls.scimReadResourceType,
    listSchemas: calls.scimListSchemas,
    readSchema: calls.scimReadSchema,
    listUsers: calls.scimListUsers,
    createUser: calls.scimCreateUser,
    readUser: calls.scimReadUser,
    replaceUser: calls.scimReplaceUser,
    patchUser: calls.scimPatchUser,
    deleteUser: calls.scimDeleteUser,
    listGroups: calls.scimListGroups,
    createGroup: calls.scimCreateGroup,
    readGroup: calls.scimReadGroup,
    replaceGroup: calls.scimReplaceGroup,
    patchGroup: calls.scimPatchGroup,
    deleteGroup: calls.scimDeleteGroup,
  },
  audits: {
    listInOrganization: calls.auditsListInOrganization,
    listFuture: calls.auditsListFuture,
    list: calls.auditsList,
    create: calls.auditsCreate,
    read: calls.auditsRead,
    update: calls.auditsUpdate,
    delete: calls.auditsDelete,
    listSample: calls.auditsListSample,
    addEntry: calls.auditsAddEntry,
    orderSample: calls.auditsOrderSample,
    drawSample: calls.auditsDrawSample,
    copySample: calls.auditsCopySample,
    readEntry: calls.auditsReadEntry,
    updateEntry: calls.auditsUpdateEntry,
    deleteEntry: calls.auditsDeleteEntry,
    listOutcomes: calls.auditsListOutcomes,
    decideOutcomes: calls.auditsDecideOutcomes,
    copyOutcomes: calls.auditsCopyOutcomes,
    openIssue: calls.auditsOpenIssue,
    readHistory: calls.auditsReadHistory,
    listAssignments: calls.auditsListAssignments,
    assign: calls.auditsAssign,
    readProgress: calls.auditsReadProgress,
    compare: calls.auditsCompare,
    listComments: calls.auditsListComments,
    createComment: calls.auditsCreateComment,
    readComment: calls.auditsReadComment,
    updateComment: calls.auditsUpdateComment,
    deleteComment: calls.auditsDeleteComment,
    listCommentVersions: calls.auditsListCommentVersions,
    readTimeline: calls.auditsReadTimeline,
    exportAudit: calls.auditsExportAudit,
    importOutcomes: calls.auditsImportOutcomes,
    listImports: calls.auditsListImports,
    beginImport: calls.auditsBeginImport,
    previewImport: calls.auditsPreviewImport,
    cancelImport: calls.auditsCancelImport,
    readImport: calls.auditsReadImport,
    undoImport: calls.auditsUndoImport,
  },
  testActivities: {
    listInOrganization: calls.testActivitiesListInOrganization,
    list: calls.testActivitiesList,
    log: calls.testActivitiesLog,
    read: calls.testActivitiesRead,
    delete: calls.testActivitiesDelete,
    previewDeletion: calls.testActivitiesPreviewDeletion,
  },
  issues: {
    listInOrganization: calls.issuesListInOrganization,
    bulkUpdate: calls.issuesBulkUpdate,
    bulkDelete: calls.issuesBulkDelete,
    list: calls.issuesList,
    create: calls.issuesCreate,
    read: calls.issuesRead,
    update: calls.issuesUpdate,
    delete: calls.issuesDelete,
    watch: calls.issuesWatch,
    unwatch: calls.issuesUnwatch,
    listRequirements: calls.issuesListRequirements,
    replaceRequirements: calls.issuesReplaceRequirements,
    listFunctionalNeeds: calls.issuesListFunctionalNeeds,
    replaceFunctionalNeeds: calls.issuesReplaceFunctionalNeeds,
    listComments: calls.issuesListComments,
    createComment: calls.issuesCreateComment,
    readComment: calls.issuesReadComment,
    updateComment: calls.issuesUpdateComment,
    deleteComment: calls.issuesDeleteComment,
    listCommentVersions: calls.issuesListCommentVersions,
    readTimeline: calls.issuesReadTimeline,
    readEvidence: calls.issuesReadEvidence,
    putEvidence: calls.issuesPutEvidence,
    extend: calls.issuesExtend,
    listOfAudit: calls.issuesListOfAudit,
    listOfTestActivity: calls.issuesListOfTestActivity,
  },
  risks: {
    listInOrganization: calls.risksListInOrganization,
    readInsights: calls.risksReadInsights,
    bulkUpdate: calls.risksBulkUpdate,
    bulkDelete: calls.risksBulkDelete,
    list: calls.risksList,
    create: calls.risksCreate,
    read: calls.risksRead,
    update: calls.risksUpdate,
    delete: calls.risksDelete,
    materialize: calls.risksMaterialize,
    listFunctionalNeeds: calls.risksListFunctionalNeeds,
    replaceFunctionalNeeds: calls.risksReplaceFunctionalNeeds,
  },
  findings: {
    listInOrganization: calls.findingsListInOrganization,
    groupInOrganization: calls.findingsGroupInOrganization,
    bulkTriage: calls.findingsBulkTriage,
    undo: calls.findingsUndo,
    list: calls.findingsList,
    group: calls.findingsGroup,
    read: calls.findingsRead,
    update: calls.findingsUpdate,
    confirm: calls.findingsConfirm,
    dismiss: calls.findingsDismiss,
    answerPages: calls.findingsAnswerPages,
    reopen: calls.findingsReopen,
    listOfTestActivity: calls.findingsListOfTestActivity,
    listComments: calls.findingsListComments,
    createComment: calls.findingsCreateComment,
    readComment: calls.findingsReadComment,
    updateComment: calls.findingsUpdateComment,
    deleteComment: calls.findingsDeleteComment,
    listCommentVersions: calls.findingsListCommentVersions,
    readTimeline: calls.findingsReadTimeline,
    readEvidence: calls.findingsReadEvidence,
    putEvidence: calls.findingsPutEvidence,
    readPicture: calls.findingsReadPicture,
  },
  ownershipRules: {
    read: calls.ownershipRulesRead,
    replace: calls.ownershipRulesReplace,
    preview: calls.ownershipRulesPreview,
  },
  lines: {
    list: calls.linesList,
    end: calls.linesEnd,
  },
  grade: {
    read: calls.gradeRead,
    history: calls.gradeHistory,
    simulate: calls.gradeSimulate,
  },
  feeds: {
    ofOrganization: calls.feedsOfOrganization,
    ofProduct: calls.feedsOfProduct,
  },
  insights: {
    functionalNeedsOfOrganization: calls.insightsFunctionalNeedsOfOrganization,
    deadlinesOfOrganization: calls.insightsDeadlinesOfOrganization,
    functionalNeedsOfProduct: calls.insightsFunctionalNeedsOfProduct,
    trendsOfOrganization: calls.insightsTrendsOfOrganization,
    trendsOfProduct: calls.insightsTrendsOfProduct,
    outcomesOfOrganization: calls.insightsOutcomesOfOrganization,
    outcomesOfProduct: calls.insightsOutcomesOfProduct,
    pagesOfProduct: calls.insightsPagesOfProduct,
  },
  overview: {
    read: calls.overviewRead,
  },
  search: {
    search: calls.searchSearch,
  },
  changes: {
    ofOrganization: calls.changesOfOrganization,
    ofProduct: calls.changesOfProduct,
  },
  trackerConnections: {
    list: calls.trackerConnectionsList,
    create: calls.trackerConnectionsCreate,
    read: calls.trackerConnectionsRead,
    update: calls.trackerConnectionsUpdate,
    delete: calls.trackerConnectionsDelete,
    test: calls.trackerConnectionsTest,
    import: calls.trackerConnectionsImport,
    proposePeople: calls.trackerConnectionsProposePeople,
    receive: calls.trackerConnectionsReceive,
  },
  issueTrackers: {
    link: calls.issueTrackersLink,
    unlink: calls.issueTrackersUnlink,
  },
  trackerDifferences: {
    list: calls.trackerDifferencesList,
    decide: calls.trackerDifferencesDecide,
  },
  webhooks: {
    list: calls.webhooksList,
    create: calls.webhooksCreate,
    read: calls.webhooksRead,
    update: calls.webhooksUpdate,
    delete: calls.webhooksDelete,
    rotateSecret: calls.webhooksRotateSecret,
    test: calls.webhooksTest,
    listDeliveries: calls.webhooksListDeliveries,
    replayDelivery: calls.webhooksReplayDelivery,
    receiveFromGitHub: calls.webhooksReceiveFromGitHub,
  },
  notifications: {
    list: calls.notificationsList,
    mark: calls.notificationsMark,
    count: calls.notificationsCount,
  },
  mailSettings: {
    read: calls.mailSettingsRead,
    update: calls.mailSettingsUpdate,
    unsubscribe: calls.mailSettingsUnsubscribe,
  },
  inventory: {
    list: calls.inventoryList,
    create: calls.inventoryCreate,
    bulkUpdate: calls.inventoryBulkUpdate,
    import: calls.inventoryImport,
    update: calls.inventoryUpdate,
  },
  monitors: {
    list: calls.monitorsList,
    create: calls.monitorsCreate,
    read: calls.monitorsRead,
    update: calls.monitorsUpdate,
    delete: calls.monitorsDelete,
    listRuns: calls.monitorsListRuns,
    run: calls.monitorsRun,
    readRun: calls.monitorsReadRun,
    listRunPages: calls.monitorsListRunPages,
    cancelRun: calls.monitorsCancelRun,
  },
  secrets: {
    list: calls.secretsList,
    set: calls.secretsSet,
    delete: calls.secretsDelete,
  },
  agents: {
    list: calls.agentsList,
    create: calls.agentsCreate,
    delete: calls.agentsDelete,
  },
  agentWork: {
    claim: calls.agentWorkClaim,
    heartbeat: calls.agentWorkHeartbeat,
    next: calls.agentWorkNext,
    tellResults: calls.agentWorkTellResults,
    sendEvidence: calls.agentWorkSendEvidence,
    finish: calls.agentWorkFinish,
  },
  savedViews: {
    list: calls.savedViewsList,
    create: calls.savedViewsCreate,
    update: calls.savedViewsUpdate,
    delete: calls.savedViewsDelete,
  },
  conformanceReports: {
    list: calls.conformanceReportsList,
    create: calls.conformanceReportsCreate,
    read: calls.conformanceReportsRead,
    update: calls.conformanceReportsUpdate,
    delete: calls.conformanceReportsDelete,
    listInOrganization: calls.conformanceReportsListInOrganization,
    listComments: calls.conformanceReportsListComments,
    createComment: calls.conformanceReportsCreateComment,
    readComment: calls.conformanceReportsReadComment,
    updateComment: calls.conformanceReportsUpdateComment,
    deleteComment: calls.conformanceReportsDeleteComment,
    listCommentVersions: calls.conformanceReportsListCommentVersions,
    readTimeline: calls.conformanceReportsReadTimeline,
    listRequirements: calls.conformanceReportsListRequirements,
    listProblems: calls.conformanceReportsListProblems,
    readDocument: calls.conformanceReportsReadDocument,
    publish: calls.conformanceReportsPublish,
    withdraw: calls.conformanceReportsWithdraw,
    review: calls.conformanceReportsReview,
    revise: calls.conformanceReportsRevise,
    renewToken: calls.conformanceReportsRenewToken,
    removeToken: calls.conformanceReportsRemoveToken,
    suggest: calls.conformanceReportsSuggest,
    listContradictions: calls.conformanceReportsListContradictions,
    tellReason: calls.conformanceReportsTellReason,
    export: calls.conformanceReportsExport,
    importReport: calls.conformanceReportsImportReport,
  },
  conformanceVerdicts: {
    list: calls.conformanceVerdictsList,
    stateMany: calls.conformanceVerdictsStateMany,
    stateGroup: calls.conformanceVerdictsStateGroup,
    state: calls.conformanceVerdictsState,
  },
  publicReports: {
    showReport: calls.publicReportsShowReport,
    showStatement: calls.publicReportsShowStatement,
    showBadge: calls.publicReportsShowBadge,
  },
  health: {
    page: calls.healthPage,
    live: calls.healthLive,
    ready: calls.healthReady,
  },
  downloads: {
    list: calls.downloadsList,
    sendSchema: calls.downloadsSendSchema,
    send: calls.downloadsSend,
  },
  version: {
    show: calls.versionShow,
  },
};

/** The lists of pages: the call, and where its answer has the records. */
export const LISTS = {
  identity: {},
  sessions: {},
  secondFactor: {},
  account: {
    allEvents: ['listEvents', 'events'],
  },
  functionalNeeds: {},
  organizations: {},
  members: {},
  invitations: {},
  teams: {},
  standards: {},
  products: {
    all: ['list', 'products'],
  },
  areas: {},
  evidence: {
    all: ['list', 'evidence'],
  },
  files: {},
  settings: {},
  signIn: {},
  apiKeys: {},
  trustedPublishers: {},
  ingest: {},
  provisioning: {},
  scim: {},
  audits: {
    allInOrganization: ['listInOrganization', 'audits'],
    all: ['list', 'audits'],
    allOutcomes: ['listOutcomes', 'outcomes'],
    allReadHistory: ['readHistory', 'history'],
    allComments: ['listComments', 'comments'],
    allReadTimeline: ['readTimeline', 'entries'],
    allImports: ['listImports', 'imports'],
  },
  testActivities: {
    allInOrganization: ['listInOrganization', 'testActivities'],
    all: ['list', 'testActivities'],
  },
  issues: {
    allInOrganization: ['listInOrganization', 'issues'],
    all: ['list', 'issues'],
    allComments: ['listComments', 'comments'],
    allReadTimeline: ['readTimeline', 'entries'],
  },
  risks: {
    allInOrganization: ['listInOrganization', 'risks'],
    all: ['list', 'risks'],
  },
  findings: {
    allInOrganization: ['listInOrganization', 'findings'],
    allGroupInOrganization: ['groupInOrganization', 'groups'],
    all: ['list', 'findings'],
    allGroup: ['group', 'groups'],
    allOfTestActivity: ['listOfTestActivity', 'findings'],
    allComments: ['listComments', 'comments'],
    allReadTimeline: ['readTimeline', 'entries'],
  },
  ownershipRules: {},
  lines: {},
  grade: {
    allHistory: ['history', 'grades'],
  },
  feeds: {
    allOfOrganization: ['ofOrganization', 'entries'],
    allOfProduct: ['ofProduct', 'entries'],
  },
  insights: {},
  overview: {},
  search: {},
  changes: {
    allOfOrganization: ['ofOrganization', 'changes'],
    allOfProduct: ['ofProduct', 'changes'],
  },
  trackerConnections: {},
  issueTrackers: {},
  trackerDifferences: {
    all: ['list', 'differences'],
  },
  webhooks: {
    allDeliveries: ['listDeliveries', 'deliveries'],
  },
  notifications: {
    all: ['list', 'notifications'],
  },
  mailSettings: {},
  inventory: {
    all: ['list', 'pages'],
  },
  monitors: {
    allRuns: ['listRuns', 'runs'],
    allRunPages: ['listRunPages', 'pages'],
  },
  secrets: {},
  agents: {},
  agentWork: {},
  savedViews: {},
  conformanceReports: {
    all: ['list', 'conformanceReports'],
    allInOrganization: ['listInOrganization', 'conformanceReports'],
    allComments: ['listComments', 'comments'],
    allReadTimeline: ['readTimeline', 'entries'],
  },
  conformanceVerdicts: {},
  publicReports: {},
  health: {},
  downloads: {},
  version: {},
} as const;
