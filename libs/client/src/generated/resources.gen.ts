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
    /** Check the identity endpoints */
    ok: Call<IdentityOkData, IdentityOkResponses>;
    /** Read the sign-in options: sign-up, providers and languages */
    options: Call<IdentityOptionsData, IdentityOptionsResponses>;
    /** Create an account and sign in */
    signUp: Call<IdentitySignUpData, IdentitySignUpResponses>;
    /** Sign in */
    signIn: Call<IdentitySignInData, IdentitySignInResponses>;
    /** Change your name or picture */
    updateUser: Call<IdentityUpdateUserData, IdentityUpdateUserResponses>;
    /** Change your password; ends all your sessions and starts a new one */
    changePassword: Call<IdentityChangePasswordData, IdentityChangePasswordResponses>;
    /** Request a link to reset the password */
    requestPasswordReset: Call<IdentityRequestPasswordResetData, IdentityRequestPasswordResetResponses>;
    /** Set a new password and end all your sessions */
    resetPassword: Call<IdentityResetPasswordData, IdentityResetPasswordResponses>;
    /** Request a link to confirm your email address */
    sendVerificationEmail: Call<IdentitySendVerificationEmailData, IdentitySendVerificationEmailResponses>;
    /** Request a change of your email address; it takes effect once the new address is confirmed */
    changeEmail: Call<IdentityChangeEmailData, IdentityChangeEmailResponses>;
    /** Recover your account with the link sent to its former email address */
    restoreAddress: Call<IdentityRestoreAddressData, IdentityRestoreAddressResponses>;
    /** Delete your account, with your memberships, keys, pins, sessions and picture */
    deleteUser: Call<IdentityDeleteUserData, IdentityDeleteUserResponses>;
    /** Start a sign-in at the OpenID Connect provider */
    signInWithProvider: Call<IdentitySignInWithProviderData, IdentitySignInWithProviderResponses>;
  };
  sessions: {
    /** Read the current session and user; `null` without a session */
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
    /** Set up a second factor */
    enable: Call<SecondFactorEnableData, SecondFactorEnableResponses>;
    /** Show the second factor again, to set up another authenticator app */
    readUri: Call<SecondFactorReadUriData, SecondFactorReadUriResponses>;
    /** Verify a code, to complete a sign-in or to activate the second factor */
    verify: Call<SecondFactorVerifyData, SecondFactorVerifyResponses>;
    /** Verify a backup code instead of a code */
    verifyBackupCode: Call<SecondFactorVerifyBackupCodeData, SecondFactorVerifyBackupCodeResponses>;
    /** Generate new backup codes and invalidate the old ones */
    renewBackupCodes: Call<SecondFactorRenewBackupCodesData, SecondFactorRenewBackupCodesResponses>;
    /** Turn off the second factor */
    disable: Call<SecondFactorDisableData, SecondFactorDisableResponses>;
    /** Accept codes again, with the link sent after thirty wrong codes within a day */
    unlock: Call<SecondFactorUnlockData, SecondFactorUnlockResponses>;
  };
  account: {
    /** List the security events of your account, newest first */
    listEvents: Call<AccountListEventsData, AccountListEventsResponses>;
    /** List the security events of your account, newest first: one after the other, page by page. */
    allEvents: All<AccountListEventsData, AccountListEventsResponses, 'events'>;
    /** Confirm your identity; the session then counts as fresh for ten minutes */
    prove: Call<AccountProveData, AccountProveResponses>;
    /** Request an emailed code to confirm your identity */
    mailProofCode: Call<AccountMailProofCodeData, AccountMailProofCodeResponses>;
    /** Suspend access that another person may have created with your account; ends all your other sessions */
    recover: Call<AccountRecoverData, AccountRecoverResponses>;
    /** List the recoveries of your account and the items they suspended */
    listRecoveries: Call<AccountListRecoveriesData, AccountListRecoveriesResponses>;
    /** Keep suspended items that are yours */
    keep: Call<AccountKeepData, AccountKeepResponses>;
    /** Upload your picture: a JPEG, PNG, WebP or GIF of at most 2,097,152 bytes */
    uploadPicture: Call<AccountUploadPictureData, AccountUploadPictureResponses>;
    /** Delete your picture */
    deletePicture: Call<AccountDeletePictureData, AccountDeletePictureResponses>;
    /** Use the Gravatar picture of your email address */
    useGravatar: Call<AccountUseGravatarData, AccountUseGravatarResponses>;
    /** Read your account, your organizations with your permissions, and your preferences */
    read: Call<AccountReadData, AccountReadResponses>;
    /** Change your name, picture or preferences */
    update: Call<AccountUpdateData, AccountUpdateResponses>;
    /** Export all data stored about you */
    export: Call<AccountExportData, AccountExportResponses>;
  };
  functionalNeeds: {
    /** List the functional needs */
    list: Call<FunctionalNeedsListData, FunctionalNeedsListResponses>;
  };
  organizations: {
    /** Create an organization; you become its owner and it becomes active */
    create: Call<OrganizationsCreateData, OrganizationsCreateResponses>;
    /** Check whether a slug is available */
    checkSlug: Call<OrganizationsCheckSlugData, OrganizationsCheckSlugResponses>;
    /** List your organizations */
    list: Call<OrganizationsListData, OrganizationsListResponses>;
    /** Set the active organization of your session */
    setActive: Call<OrganizationsSetActiveData, OrganizationsSetActiveResponses>;
    /** Read an organization */
    read: Call<OrganizationsReadData, OrganizationsReadResponses>;
    /** Read an organization with its members and teams, and for those allowed to invite, its invitations */
    readFull: Call<OrganizationsReadFullData, OrganizationsReadFullResponses>;
    /** Change an organization (admin or owner) */
    update: Call<OrganizationsUpdateData, OrganizationsUpdateResponses>;
    /** Delete an organization with all its data (owner) */
    delete: Call<OrganizationsDeleteData, OrganizationsDeleteResponses>;
    /** Leave an organization */
    leave: Call<OrganizationsLeaveData, OrganizationsLeaveResponses>;
    /** Upload a logo: a JPEG, PNG, WebP or GIF of at most 2,097,152 bytes */
    uploadLogo: Call<OrganizationsUploadLogoData, OrganizationsUploadLogoResponses>;
    /** Delete the logo */
    deleteLogo: Call<OrganizationsDeleteLogoData, OrganizationsDeleteLogoResponses>;
    /** Read an organization with its settings and your permissions */
    readProfile: Call<OrganizationsReadProfileData, OrganizationsReadProfileResponses>;
  };
  members: {
    /** List members */
    list: Call<MembersListData, MembersListResponses>;
    /** Read your membership of the active organization */
    readActive: Call<MembersReadActiveData, MembersReadActiveResponses>;
    /** Read your role, or that of another member */
    readRole: Call<MembersReadRoleData, MembersReadRoleResponses>;
    /** Check whether your role has all of these permissions */
    hasPermission: Call<MembersHasPermissionData, MembersHasPermissionResponses>;
    /** Change the role of a member (admin or owner) */
    updateRole: Call<MembersUpdateRoleData, MembersUpdateRoleResponses>;
    /** Remove a member (admin or owner) */
    remove: Call<MembersRemoveData, MembersRemoveResponses>;
    /** List members by name, or look up user ids */
    listPeople: Call<MembersListPeopleData, MembersListPeopleResponses>;
  };
  invitations: {
    /** Invite a person by email (admin or owner) */
    invite: Call<InvitationsInviteData, InvitationsInviteResponses>;
    /** List the pending invitations (admin or owner) */
    listPending: Call<InvitationsListPendingData, InvitationsListPendingResponses>;
    /** Same as get-invitations, under the name used by the better-auth client */
    list: Call<InvitationsListData, InvitationsListResponses>;
    /** List the pending invitations to your email address */
    listOfPerson: Call<InvitationsListOfPersonData, InvitationsListOfPersonResponses>;
    /** Read an invitation to your confirmed email address, or with the token of the email */
    read: Call<InvitationsReadData, InvitationsReadResponses>;
    /** Accept an invitation to your email address */
    accept: Call<InvitationsAcceptData, InvitationsAcceptResponses>;
    /** Decline an invitation to your confirmed email address, or with the token of the email */
    reject: Call<InvitationsRejectData, InvitationsRejectResponses>;
    /** Cancel an invitation (admin, owner or inviter) */
    cancel: Call<InvitationsCancelData, InvitationsCancelResponses>;
  };
  teams: {
    /** List teams */
    list: Call<TeamsListData, TeamsListResponses>;
    /** Create a team (admin or owner) */
    create: Call<TeamsCreateData, TeamsCreateResponses>;
    /** Rename a team (admin or owner) */
    update: Call<TeamsUpdateData, TeamsUpdateResponses>;
    /** Delete a team; its members stay in the organization (admin or owner) */
    remove: Call<TeamsRemoveData, TeamsRemoveResponses>;
    /** Set the active team of your session in the active organization */
    setActive: Call<TeamsSetActiveData, TeamsSetActiveResponses>;
    /** List your teams, or those of another member (admin or owner) */
    listOfPerson: Call<TeamsListOfPersonData, TeamsListOfPersonResponses>;
    /** List the members of a team */
    listMembers: Call<TeamsListMembersData, TeamsListMembersResponses>;
    /** Add a member to a team (admin or owner) */
    addMember: Call<TeamsAddMemberData, TeamsAddMemberResponses>;
    /** Remove a member from a team (admin or owner) */
    removeMember: Call<TeamsRemoveMemberData, TeamsRemoveMemberResponses>;
  };
  standards: {
    /** List the built-in and custom standards */
    list: Call<StandardsListData, StandardsListResponses>;
    /** Create a custom standard */
    create: Call<StandardsCreateData, StandardsCreateResponses>;
    /** Read a standard */
    read: Call<StandardsReadData, StandardsReadResponses>;
    /** Change a custom standard */
    update: Call<StandardsUpdateData, StandardsUpdateResponses>;
    /** Delete a custom standard and clear all references to it */
    delete: Call<StandardsDeleteData, StandardsDeleteResponses>;
    /** List the requirements of a standard */
    listRequirements: Call<StandardsListRequirementsData, StandardsListRequirementsResponses>;
    /** Add a requirement */
    addRequirement: Call<StandardsAddRequirementData, StandardsAddRequirementResponses>;
    /** List the groups of a standard */
    listGroups: Call<StandardsListGroupsData, StandardsListGroupsResponses>;
    /** Add a group */
    addGroup: Call<StandardsAddGroupData, StandardsAddGroupResponses>;
    /** Duplicate a standard, with all its content, as a custom standard */
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
    /** Delete a group; its content moves up */
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
    /** Pin a product for yourself */
    pin: Call<ProductsPinData, ProductsPinResponses>;
    /** Unpin a product for yourself */
    unpin: Call<ProductsUnpinData, ProductsUnpinResponses>;
    /** List the requirements of the effective standard */
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
    /** List the evidence of a product, newest first */
    list: Call<EvidenceListData, EvidenceListResponses>;
    /** List the evidence of a product, newest first: one after the other, page by page. */
    all: All<EvidenceListData, EvidenceListResponses, 'evidence'>;
    /** Upload an evidence file */
    upload: Call<EvidenceUploadData, EvidenceUploadResponses>;
    /** Read a file */
    read: Call<EvidenceReadData, EvidenceReadResponses>;
    /** Delete an evidence file: your own, or as an admin any file */
    delete: Call<EvidenceDeleteData, EvidenceDeleteResponses>;
  };
  files: {
    /** The picture of a person */
    readPicture: Call<FilesReadPictureData, FilesReadPictureResponses>;
    /** The logo of an organization */
    readLogo: Call<FilesReadLogoData, FilesReadLogoResponses>;
  };
  settings: {
    /** Read the default standard, level, audit frequency, legal disclaimer and time zone */
    readConformance: Call<SettingsReadConformanceData, SettingsReadConformanceResponses>;
    /** Change the default standard, level, audit frequency, legal disclaimer and time zone */
    updateConformance: Call<SettingsUpdateConformanceData, SettingsUpdateConformanceResponses>;
    /** List the enabled modules */
    readModules: Call<SettingsReadModulesData, SettingsReadModulesResponses>;
    /** Enable a module with the modules it requires, or disable it with those that require it */
    switchModule: Call<SettingsSwitchModuleData, SettingsSwitchModuleResponses>;
    /** Read the security settings */
    readSecurity: Call<SettingsReadSecurityData, SettingsReadSecurityResponses>;
    /** Set whether members need a second factor */
    updateSecurity: Call<SettingsUpdateSecurityData, SettingsUpdateSecurityResponses>;
    /** Read the deadlines for closing issues */
    readDeadlines: Call<SettingsReadDeadlinesData, SettingsReadDeadlinesResponses>;
    /** Change the deadlines for closing issues; applies from now on */
    updateDeadlines: Call<SettingsUpdateDeadlinesData, SettingsUpdateDeadlinesResponses>;
    /** Apply the deadlines to open issues, or preview the changes */
    applyDeadlines: Call<SettingsApplyDeadlinesData, SettingsApplyDeadlinesResponses>;
    /** Read the GitHub webhook settings */
    readGitHub: Call<SettingsReadGitHubData, SettingsReadGitHubResponses>;
    /** Set or replace the secret of the GitHub webhook; it is never shown again */
    setGitHubSecret: Call<SettingsSetGitHubSecretData, SettingsSetGitHubSecretResponses>;
    /** Remove the secret; deliveries from GitHub are rejected */
    removeGitHubSecret: Call<SettingsRemoveGitHubSecretData, SettingsRemoveGitHubSecretResponses>;
  };
  signIn: {
    /** List the domains of the organization */
    listDomains: Call<SignInListDomainsData, SignInListDomainsResponses>;
    /** Claim a domain, to be verified afterwards */
    addDomain: Call<SignInAddDomainData, SignInAddDomainResponses>;
    /** Verify a domain by its TXT record, or by a code sent to its postmaster */
    verifyDomain: Call<SignInVerifyDomainData, SignInVerifyDomainResponses>;
    /** Release a domain; new users can no longer sign in through it */
    removeDomain: Call<SignInRemoveDomainData, SignInRemoveDomainResponses>;
    /** Read the sign-in settings of an organization */
    readSettings: Call<SignInReadSettingsData, SignInReadSettingsResponses>;
    /** Set the sign-in provider of an organization */
    replaceSettings: Call<SignInReplaceSettingsData, SignInReplaceSettingsResponses>;
    /** Remove the sign-in provider and end the sessions started there */
    removeSettings: Call<SignInRemoveSettingsData, SignInRemoveSettingsResponses>;
    /** Create a key for signing requests to the SAML provider */
    createKey: Call<SignInCreateKeyData, SignInCreateKeyResponses>;
    /** Delete a key for the SAML provider; the next key, if any, signs from then on */
    deleteKey: Call<SignInDeleteKeyData, SignInDeleteKeyResponses>;
    /** Start a test of the provider */
    beginTrial: Call<SignInBeginTrialData, SignInBeginTrialResponses>;
    /** Start a sign-in at the provider of an organization */
    begin: Call<SignInBeginData, SignInBeginResponses>;
    /** SAML metadata of this service for the provider of an organization */
    readMetadata: Call<SignInReadMetadataData, SignInReadMetadataResponses>;
  };
  apiKeys: {
    /** List the active API keys */
    list: Call<ApiKeysListData, ApiKeysListResponses>;
    /** Create an API key; its secret is returned only once */
    create: Call<ApiKeysCreateData, ApiKeysCreateResponses>;
    /** Revoke an API key and all keys created with it */
    revoke: Call<ApiKeysRevokeData, ApiKeysRevokeResponses>;
    /** Read the calling API key and its organization */
    readOwn: Call<ApiKeysReadOwnData, ApiKeysReadOwnResponses>;
  };
  trustedPublishers: {
    /** List the trusted publishers */
    list: Call<TrustedPublishersListData, TrustedPublishersListResponses>;
    /** Add a repository as a trusted publisher */
    create: Call<TrustedPublishersCreateData, TrustedPublishersCreateResponses>;
    /** Accept the ids shown for a repository */
    accept: Call<TrustedPublishersAcceptData, TrustedPublishersAcceptResponses>;
    /** Remove a trusted publisher; keys issued to its pipelines end at once */
    delete: Call<TrustedPublishersDeleteData, TrustedPublishersDeleteResponses>;
  };
  ingest: {
    /** Exchange the OpenID Connect token of a CI provider for a key valid for 15 minutes */
    exchangeToken: Call<IngestExchangeTokenData, IngestExchangeTokenResponses>;
    /** Report a test activity with its findings */
    report: Call<IngestReportData, IngestReportResponses>;
    /** Report a test activity with its findings, as a signed-in user */
    reportAsPerson: Call<IngestReportAsPersonData, IngestReportAsPersonResponses>;
  };
  provisioning: {
    /** List the provisioning tokens */
    listTokens: Call<ProvisioningListTokensData, ProvisioningListTokensResponses>;
    /** Create a provisioning token; it is shown once */
    createToken: Call<ProvisioningCreateTokenData, ProvisioningCreateTokenResponses>;
    /** Delete a provisioning token; it stops working at once */
    deleteToken: Call<ProvisioningDeleteTokenData, ProvisioningDeleteTokenResponses>;
  };
  scim: {
    /** Read the SCIM service provider configuration */
    config: Call<ScimConfigData, ScimConfigResponses>;
    /** List the resource types */
    listResourceTypes: Call<ScimListResourceTypesData, ScimListResourceTypesResponses>;
    /** Read a resource type */
    readResourceType: Call<ScimReadResourceTypeData, ScimReadResourceTypeResponses>;
    /** List the schemas */
    listSchemas: Call<ScimListSchemasData, ScimListSchemasResponses>;
    /** Read a schema */
    readSchema: Call<ScimReadSchemaData, ScimReadSchemaResponses>;
    /** List people */
    listUsers: Call<ScimListUsersData, ScimListUsersResponses>;
    /** Create a person */
    createUser: Call<ScimCreateUserData, ScimCreateUserResponses>;
    /** Read a person */
    readUser: Call<ScimReadUserData, ScimReadUserResponses>;
    /** Replace a person */
    replaceUser: Call<ScimReplaceUserData, ScimReplaceUserResponses>;
    /** Update a person */
    patchUser: Call<ScimPatchUserData, ScimPatchUserResponses>;
    /** Delete a person and end the membership */
    deleteUser: Call<ScimDeleteUserData, ScimDeleteUserResponses>;
    /** List groups */
    listGroups: Call<ScimListGroupsData, ScimListGroupsResponses>;
    /** Create a group */
    createGroup: Call<ScimCreateGroupData, ScimCreateGroupResponses>;
    /** Read a group */
    readGroup: Call<ScimReadGroupData, ScimReadGroupResponses>;
    /** Replace a group */
    replaceGroup: Call<ScimReplaceGroupData, ScimReplaceGroupResponses>;
    /** Update a group */
    patchGroup: Call<ScimPatchGroupData, ScimPatchGroupResponses>;
    /** Delete a group, with the roles and teams it assigned */
    deleteGroup: Call<ScimDeleteGroupData, ScimDeleteGroupResponses>;
  };
  audits: {
    /** List the audits of all active products */
    listInOrganization: Call<AuditsListInOrganizationData, AuditsListInOrganizationResponses>;
    /** List the audits of all active products: one after the other, page by page. */
    allInOrganization: All<AuditsListInOrganizationData, AuditsListInOrganizationResponses, 'audits'>;
    /** List the next full audits due, by product */
    listFuture: Call<AuditsListFutureData, AuditsListFutureResponses>;
    /** List the audits of a product */
    list: Call<AuditsListData, AuditsListResponses>;
    /** List the audits of a product: one after the other, page by page. */
    all: All<AuditsListData, AuditsListResponses, 'audits'>;
    /** Start an audit, or record a completed one */
    create: Call<AuditsCreateData, AuditsCreateResponses>;
    /** Read an audit */
    read: Call<AuditsReadData, AuditsReadResponses>;
    /** Change an audit */
    update: Call<AuditsUpdateData, AuditsUpdateResponses>;
    /** Delete an audit; its issues are kept */
    delete: Call<AuditsDeleteData, AuditsDeleteResponses>;
    /** List the sample of an audit */
    listSample: Call<AuditsListSampleData, AuditsListSampleResponses>;
    /** Add an entry to the sample of an audit */
    addEntry: Call<AuditsAddEntryData, AuditsAddEntryResponses>;
    /** Reorder the sample of an audit */
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
    /** Set outcomes; all or none */
    decideOutcomes: Call<AuditsDecideOutcomesData, AuditsDecideOutcomesResponses>;
    /** Copy the outcomes of an entry to other entries */
    copyOutcomes: Call<AuditsCopyOutcomesData, AuditsCopyOutcomesResponses>;
    /** Create an issue for outcomes of an audit, or link an existing one */
    openIssue: Call<AuditsOpenIssueData, AuditsOpenIssueResponses>;
    /** Read the history of outcomes, newest first */
    readHistory: Call<AuditsReadHistoryData, AuditsReadHistoryResponses>;
    /** Read the history of outcomes, newest first: one after the other, page by page. */
    allReadHistory: All<AuditsReadHistoryData, AuditsReadHistoryResponses, 'history'>;
    /** List the assignments of an audit */
    listAssignments: Call<AuditsListAssignmentsData, AuditsListAssignmentsResponses>;
    /** Replace the assignments of an audit */
    assign: Call<AuditsAssignData, AuditsAssignResponses>;
    /** Read the progress of an audit */
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
    /** Edit one of your comments on an audit */
    updateComment: Call<AuditsUpdateCommentData, AuditsUpdateCommentResponses>;
    /** Delete a comment on an audit: your own, or as an admin any comment */
    deleteComment: Call<AuditsDeleteCommentData, AuditsDeleteCommentResponses>;
    /** List the earlier versions of a comment on an audit */
    listCommentVersions: Call<AuditsListCommentVersionsData, AuditsListCommentVersionsResponses>;
    /** Read the comments on an audit and its changes in chronological order */
    readTimeline: Call<AuditsReadTimelineData, AuditsReadTimelineResponses>;
    /** Read the comments on an audit and its changes in chronological order: one after the other, page by page. */
    allReadTimeline: All<AuditsReadTimelineData, AuditsReadTimelineResponses, 'entries'>;
    /** Export an audit with its sample and its outcomes */
    exportAudit: Call<AuditsExportAuditData, AuditsExportAuditResponses>;
    /** Import outcomes into an audit; all or none */
    importOutcomes: Call<AuditsImportOutcomesData, AuditsImportOutcomesResponses>;
    /** List the imports into audits of a product, newest first */
    listImports: Call<AuditsListImportsData, AuditsListImportsResponses>;
    /** List the imports into audits of a product, newest first: one after the other, page by page. */
    allImports: All<AuditsListImportsData, AuditsListImportsResponses, 'imports'>;
    /** Import outcomes into an audit, or into a new one, with a background job */
    beginImport: Call<AuditsBeginImportData, AuditsBeginImportResponses>;
    /** Preview the import of a file into an audit */
    previewImport: Call<AuditsPreviewImportData, AuditsPreviewImportResponses>;
    /** Cancel an import and reverse its changes */
    cancelImport: Call<AuditsCancelImportData, AuditsCancelImportResponses>;
    /** Read an import */
    readImport: Call<AuditsReadImportData, AuditsReadImportResponses>;
    /** Reverse an import */
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
    /** Record a manual test activity */
    log: Call<TestActivitiesLogData, TestActivitiesLogResponses>;
    /** Read a test activity */
    read: Call<TestActivitiesReadData, TestActivitiesReadResponses>;
    /** Delete a test activity and reverse its changes to findings; its issues are kept */
    delete: Call<TestActivitiesDeleteData, TestActivitiesDeleteResponses>;
    /** Preview the deletion of a test activity */
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
    /** Delete an issue; its confirmed findings become pending again */
    delete: Call<IssuesDeleteData, IssuesDeleteResponses>;
    /** Watch an issue */
    watch: Call<IssuesWatchData, IssuesWatchResponses>;
    /** Stop watching an issue */
    unwatch: Call<IssuesUnwatchData, IssuesUnwatchResponses>;
    /** List the requirements that an issue fails */
    listRequirements: Call<IssuesListRequirementsData, IssuesListRequirementsResponses>;
    /** Replace the requirements that an issue fails */
    replaceRequirements: Call<IssuesReplaceRequirementsData, IssuesReplaceRequirementsResponses>;
    /** List the functional needs affected by an issue */
    listFunctionalNeeds: Call<IssuesListFunctionalNeedsData, IssuesListFunctionalNeedsResponses>;
    /** Replace the functional needs affected by an issue */
    replaceFunctionalNeeds: Call<IssuesReplaceFunctionalNeedsData, IssuesReplaceFunctionalNeedsResponses>;
    /** List the comments on an issue */
    listComments: Call<IssuesListCommentsData, IssuesListCommentsResponses>;
    /** List the comments on an issue: one after the other, page by page. */
    allComments: All<IssuesListCommentsData, IssuesListCommentsResponses, 'comments'>;
    /** Comment on an issue */
    createComment: Call<IssuesCreateCommentData, IssuesCreateCommentResponses>;
    /** Read a comment on an issue */
    readComment: Call<IssuesReadCommentData, IssuesReadCommentResponses>;
    /** Edit one of your comments on an issue */
    updateComment: Call<IssuesUpdateCommentData, IssuesUpdateCommentResponses>;
    /** Delete a comment on an issue: your own, or as an admin any comment */
    deleteComment: Call<IssuesDeleteCommentData, IssuesDeleteCommentResponses>;
    /** List the earlier versions of a comment on an issue */
    listCommentVersions: Call<IssuesListCommentVersionsData, IssuesListCommentVersionsResponses>;
    /** Read the comments on an issue and its changes in chronological order */
    readTimeline: Call<IssuesReadTimelineData, IssuesReadTimelineResponses>;
    /** Read the comments on an issue and its changes in chronological order: one after the other, page by page. */
    allReadTimeline: All<IssuesReadTimelineData, IssuesReadTimelineResponses, 'entries'>;
    /** List the evidence of an issue */
    readEvidence: Call<IssuesReadEvidenceData, IssuesReadEvidenceResponses>;
    /** Set the evidence of an issue */
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
    /** Delete a risk; an issue created from it is kept */
    delete: Call<RisksDeleteData, RisksDeleteResponses>;
    /** Create an issue from a risk that has materialized */
    materialize: Call<RisksMaterializeData, RisksMaterializeResponses>;
    /** List the functional needs affected by a risk */
    listFunctionalNeeds: Call<RisksListFunctionalNeedsData, RisksListFunctionalNeedsResponses>;
    /** Replace the functional needs affected by a risk */
    replaceFunctionalNeeds: Call<RisksReplaceFunctionalNeedsData, RisksReplaceFunctionalNeedsResponses>;
  };
  findings: {
    /** List the findings of all active products */
    listInOrganization: Call<FindingsListInOrganizationData, FindingsListInOrganizationResponses>;
    /** List the findings of all active products: one after the other, page by page. */
    allInOrganization: All<FindingsListInOrganizationData, FindingsListInOrganizationResponses, 'findings'>;
    /** Count the findings of all active products in groups, by rule or other common values */
    groupInOrganization: Call<FindingsGroupInOrganizationData, FindingsGroupInOrganizationResponses>;
    /** Count the findings of all active products in groups, by rule or other common values: one after the other, page by page. */
    allGroupInOrganization: All<FindingsGroupInOrganizationData, FindingsGroupInOrganizationResponses, 'groups'>;
    /** Confirm, dismiss or reopen many findings at once; all or none */
    bulkTriage: Call<FindingsBulkTriageData, FindingsBulkTriageResponses>;
    /** Reverse a triage decision */
    undo: Call<FindingsUndoData, FindingsUndoResponses>;
    /** List the findings of a product */
    list: Call<FindingsListData, FindingsListResponses>;
    /** List the findings of a product: one after the other, page by page. */
    all: All<FindingsListData, FindingsListResponses, 'findings'>;
    /** Count the findings of a product in groups, by rule or other common values */
    group: Call<FindingsGroupData, FindingsGroupResponses>;
    /** Count the findings of a product in groups, by rule or other common values: one after the other, page by page. */
    allGroup: All<FindingsGroupData, FindingsGroupResponses, 'groups'>;
    /** Read a finding with its pages */
    read: Call<FindingsReadData, FindingsReadResponses>;
    /** Edit the texts of a finding */
    update: Call<FindingsUpdateData, FindingsUpdateResponses>;
    /** Confirm a finding as an issue */
    confirm: Call<FindingsConfirmData, FindingsConfirmResponses>;
    /** Dismiss a finding; scans may continue to report it */
    dismiss: Call<FindingsDismissData, FindingsDismissResponses>;
    /** Decide on new pages of a finding */
    answerPages: Call<FindingsAnswerPagesData, FindingsAnswerPagesResponses>;
    /** Reopen a dismissed or resolved finding */
    reopen: Call<FindingsReopenData, FindingsReopenResponses>;
    /** List the findings of a test activity */
    listOfTestActivity: Call<FindingsListOfTestActivityData, FindingsListOfTestActivityResponses>;
    /** List the findings of a test activity: one after the other, page by page. */
    allOfTestActivity: All<FindingsListOfTestActivityData, FindingsListOfTestActivityResponses, 'findings'>;
    /** List the comments on a finding */
    listComments: Call<FindingsListCommentsData, FindingsListCommentsResponses>;
    /** List the comments on a finding: one after the other, page by page. */
    allComments: All<FindingsListCommentsData, FindingsListCommentsResponses, 'comments'>;
    /** Comment on a finding */
    createComment: Call<FindingsCreateCommentData, FindingsCreateCommentResponses>;
    /** Read a comment on a finding */
    readComment: Call<FindingsReadCommentData, FindingsReadCommentResponses>;
    /** Edit one of your comments on a finding */
    updateComment: Call<FindingsUpdateCommentData, FindingsUpdateCommentResponses>;
    /** Delete a comment on a finding: your own, or as an admin any comment */
    deleteComment: Call<FindingsDeleteCommentData, FindingsDeleteCommentResponses>;
    /** List the earlier versions of a comment on a finding */
    listCommentVersions: Call<FindingsListCommentVersionsData, FindingsListCommentVersionsResponses>;
    /** Read the comments on a finding and its changes in chronological order */
    readTimeline: Call<FindingsReadTimelineData, FindingsReadTimelineResponses>;
    /** Read the comments on a finding and its changes in chronological order: one after the other, page by page. */
    allReadTimeline: All<FindingsReadTimelineData, FindingsReadTimelineResponses, 'entries'>;
    /** List the evidence of a finding */
    readEvidence: Call<FindingsReadEvidenceData, FindingsReadEvidenceResponses>;
    /** Set the evidence of a finding */
    putEvidence: Call<FindingsPutEvidenceData, FindingsPutEvidenceResponses>;
    /** Read the latest screenshot of a finding */
    readPicture: Call<FindingsReadPictureData, FindingsReadPictureResponses>;
  };
  ownershipRules: {
    /** Read the ownership rules of a product */
    read: Call<OwnershipRulesReadData, OwnershipRulesReadResponses>;
    /** Replace the ownership rules of a product */
    replace: Call<OwnershipRulesReplaceData, OwnershipRulesReplaceResponses>;
    /** Test ownership rules on the open findings of a product, without storing them */
    preview: Call<OwnershipRulesPreviewData, OwnershipRulesPreviewResponses>;
  };
  lines: {
    /** List the active lines of a product */
    list: Call<LinesListData, LinesListResponses>;
    /** End a line; findings present only there are resolved */
    end: Call<LinesEndData, LinesEndResponses>;
  };
  grade: {
    /** Read the Grade with its reasons */
    read: Call<GradeReadData, GradeReadResponses>;
    /** List the changes of the Grade, newest first */
    history: Call<GradeHistoryData, GradeHistoryResponses>;
    /** List the changes of the Grade, newest first: one after the other, page by page. */
    allHistory: All<GradeHistoryData, GradeHistoryResponses, 'grades'>;
    /** Preview the Grade after closing issues */
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
    /** Read the functional needs affected by the open issues of all active products, and the issues to close first */
    functionalNeedsOfOrganization: Call<InsightsFunctionalNeedsOfOrganizationData, InsightsFunctionalNeedsOfOrganizationResponses>;
    /** Read the adherence to due dates of issues of all active products, and the time to close */
    deadlinesOfOrganization: Call<InsightsDeadlinesOfOrganizationData, InsightsDeadlinesOfOrganizationResponses>;
    /** Read the functional needs affected by the open issues of a product, and the issues to close first */
    functionalNeedsOfProduct: Call<InsightsFunctionalNeedsOfProductData, InsightsFunctionalNeedsOfProductResponses>;
    /** Read the trends of all active products, by week or month */
    trendsOfOrganization: Call<InsightsTrendsOfOrganizationData, InsightsTrendsOfOrganizationResponses>;
    /** Read the trends of a product, by week or month */
    trendsOfProduct: Call<InsightsTrendsOfProductData, InsightsTrendsOfProductResponses>;
    /** Read the outcomes of the newest completed audit of each active product, by requirement */
    outcomesOfOrganization: Call<InsightsOutcomesOfOrganizationData, InsightsOutcomesOfOrganizationResponses>;
    /** Read the outcomes of the newest completed audits of a product, by requirement */
    outcomesOfProduct: Call<InsightsOutcomesOfProductData, InsightsOutcomesOfProductResponses>;
    /** Read the page statistics of a product, by area and template */
    pagesOfProduct: Call<InsightsPagesOfProductData, InsightsPagesOfProductResponses>;
  };
  overview: {
    /** Read the open tasks, letters and letter changes of all active products */
    read: Call<OverviewReadData, OverviewReadResponses>;
  };
  search: {
    /** Search an organization by number, slug or text; returns the five newest of each kind */
    search: Call<SearchSearchData, SearchSearchResponses>;
  };
  changes: {
    /** List the change log of an organization, newest first or in chronological order */
    ofOrganization: Call<ChangesOfOrganizationData, ChangesOfOrganizationResponses>;
    /** List the change log of an organization, newest first or in chronological order: one after the other, page by page. */
    allOfOrganization: All<ChangesOfOrganizationData, ChangesOfOrganizationResponses, 'changes'>;
    /** List the change log of a product and its records, newest first or in chronological order */
    ofProduct: Call<ChangesOfProductData, ChangesOfProductResponses>;
    /** List the change log of a product and its records, newest first or in chronological order: one after the other, page by page. */
    allOfProduct: All<ChangesOfProductData, ChangesOfProductResponses, 'changes'>;
  };
  trackerConnections: {
    /** List the tracker connections of a product */
    list: Call<TrackerConnectionsListData, TrackerConnectionsListResponses>;
    /** Connect a product with a project of a tracker */
    create: Call<TrackerConnectionsCreateData, TrackerConnectionsCreateResponses>;
    /** Read a tracker connection */
    read: Call<TrackerConnectionsReadData, TrackerConnectionsReadResponses>;
    /** Change a tracker connection */
    update: Call<TrackerConnectionsUpdateData, TrackerConnectionsUpdateResponses>;
    /** Delete a tracker connection; the issues in the tracker are kept */
    delete: Call<TrackerConnectionsDeleteData, TrackerConnectionsDeleteResponses>;
    /** Test the credentials of a tracker connection, without writing to the tracker */
    test: Call<TrackerConnectionsTestData, TrackerConnectionsTestResponses>;
    /** Import the open tracker issues with a label, linked to their originals */
    import: Call<TrackerConnectionsImportData, TrackerConnectionsImportResponses>;
    /** Suggest pairs of members and tracker accounts with the same email address */
    proposePeople: Call<TrackerConnectionsProposePeopleData, TrackerConnectionsProposePeopleResponses>;
    /** Receive a webhook event from a tracker */
    receive: Call<TrackerConnectionsReceiveData, TrackerConnectionsReceiveResponses>;
  };
  issueTrackers: {
    /** Send an issue to a tracker, or link it to an existing tracker issue */
    link: Call<IssueTrackersLinkData, IssueTrackersLinkResponses>;
    /** Unlink an issue from a tracker; both issues are kept */
    unlink: Call<IssueTrackersUnlinkData, IssueTrackersUnlinkResponses>;
  };
  trackerDifferences: {
    /** List the issues that differ from their tracker */
    list: Call<TrackerDifferencesListData, TrackerDifferencesListResponses>;
    /** List the issues that differ from their tracker: one after the other, page by page. */
    all: All<TrackerDifferencesListData, TrackerDifferencesListResponses, 'differences'>;
    /** Resolve a difference by choosing a side */
    decide: Call<TrackerDifferencesDecideData, TrackerDifferencesDecideResponses>;
  };
  webhooks: {
    /** List webhooks */
    list: Call<WebhooksListData, WebhooksListResponses>;
    /** Create a webhook; its signing secret is returned only once */
    create: Call<WebhooksCreateData, WebhooksCreateResponses>;
    /** Read a webhook */
    read: Call<WebhooksReadData, WebhooksReadResponses>;
    /** Change a webhook */
    update: Call<WebhooksUpdateData, WebhooksUpdateResponses>;
    /** Delete a webhook and its pending messages */
    delete: Call<WebhooksDeleteData, WebhooksDeleteResponses>;
    /** Generate a new signing secret */
    rotateSecret: Call<WebhooksRotateSecretData, WebhooksRotateSecretResponses>;
    /** Send a test message of any type */
    test: Call<WebhooksTestData, WebhooksTestResponses>;
    /** List the messages of a webhook, newest first; kept for 30 days */
    listDeliveries: Call<WebhooksListDeliveriesData, WebhooksListDeliveriesResponses>;
    /** List the messages of a webhook, newest first; kept for 30 days: one after the other, page by page. */
    allDeliveries: All<WebhooksListDeliveriesData, WebhooksListDeliveriesResponses, 'deliveries'>;
    /** Replay a message unchanged */
    replayDelivery: Call<WebhooksReplayDeliveryData, WebhooksReplayDeliveryResponses>;
    /** Receive a GitHub event, signed with the secret of the organization */
    receiveFromGitHub: Call<WebhooksReceiveFromGitHubData, WebhooksReceiveFromGitHubResponses>;
  };
  notifications: {
    /** List your notifications, newest first */
    list: Call<NotificationsListData, NotificationsListResponses>;
    /** List your notifications, newest first: one after the other, page by page. */
    all: All<NotificationsListData, NotificationsListResponses, 'notifications'>;
    /** Mark notifications as read or unread */
    mark: Call<NotificationsMarkData, NotificationsMarkResponses>;
    /** Count your unread notifications */
    count: Call<NotificationsCountData, NotificationsCountResponses>;
  };
  mailSettings: {
    /** Read your email notification settings */
    read: Call<MailSettingsReadData, MailSettingsReadResponses>;
    /** Change your email notification settings */
    update: Call<MailSettingsUpdateData, MailSettingsUpdateResponses>;
    /** End notification emails with one click (RFC 8058) */
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
    /** Import pages from a table or a sitemap */
    import: Call<InventoryImportData, InventoryImportResponses>;
    /** Change a page */
    update: Call<InventoryUpdateData, InventoryUpdateResponses>;
  };
  monitors: {
    /** List the monitors of a product */
    list: Call<MonitorsListData, MonitorsListResponses>;
    /** Create a monitor */
    create: Call<MonitorsCreateData, MonitorsCreateResponses>;
    /** Read a monitor */
    read: Call<MonitorsReadData, MonitorsReadResponses>;
    /** Change a monitor */
    update: Call<MonitorsUpdateData, MonitorsUpdateResponses>;
    /** Delete a monitor with its runs; its reports are kept */
    delete: Call<MonitorsDeleteData, MonitorsDeleteResponses>;
    /** List the runs of a monitor */
    listRuns: Call<MonitorsListRunsData, MonitorsListRunsResponses>;
    /** List the runs of a monitor: one after the other, page by page. */
    allRuns: All<MonitorsListRunsData, MonitorsListRunsResponses, 'runs'>;
    /** Start a run of a monitor */
    run: Call<MonitorsRunData, MonitorsRunResponses>;
    /** Read a run */
    readRun: Call<MonitorsReadRunData, MonitorsReadRunResponses>;
    /** List the pages of a run */
    listRunPages: Call<MonitorsListRunPagesData, MonitorsListRunPagesResponses>;
    /** List the pages of a run: one after the other, page by page. */
    allRunPages: All<MonitorsListRunPagesData, MonitorsListRunPagesResponses, 'pages'>;
    /** Cancel a run without a report */
    cancelRun: Call<MonitorsCancelRunData, MonitorsCancelRunResponses>;
  };
  secrets: {
    /** List the secrets of a product, without their values */
    list: Call<SecretsListData, SecretsListResponses>;
    /** Set or replace a secret for the steps of monitors; its value is never shown again */
    set: Call<SecretsSetData, SecretsSetResponses>;
    /** Delete a secret; runs of monitors that use it fail from then on */
    delete: Call<SecretsDeleteData, SecretsDeleteResponses>;
  };
  agents: {
    /** List the agents of an organization */
    list: Call<AgentsListData, AgentsListResponses>;
    /** Create an agent; its token is shown once */
    create: Call<AgentsCreateData, AgentsCreateResponses>;
    /** Delete an agent and its token */
    delete: Call<AgentsDeleteData, AgentsDeleteResponses>;
  };
  agentWork: {
    /** Request a run (for agents) */
    claim: Call<AgentWorkClaimData, AgentWorkClaimResponses>;
    /** Renew the lease of a run (for agents) */
    heartbeat: Call<AgentWorkHeartbeatData, AgentWorkHeartbeatResponses>;
    /** Request pages of a run (for agents) */
    next: Call<AgentWorkNextData, AgentWorkNextResponses>;
    /** Submit the results of pages (for agents) */
    tellResults: Call<AgentWorkTellResultsData, AgentWorkTellResultsResponses>;
    /** Upload screenshots of findings (for agents) */
    sendEvidence: Call<AgentWorkSendEvidenceData, AgentWorkSendEvidenceResponses>;
    /** Complete a run (for agents) */
    finish: Call<AgentWorkFinishData, AgentWorkFinishResponses>;
  };
  savedViews: {
    /** List your saved views and shared ones */
    list: Call<SavedViewsListData, SavedViewsListResponses>;
    /** Save the filters and the order of a list */
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
    /** Create a conformance report */
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
    /** Edit one of your comments on a conformance report */
    updateComment: Call<ConformanceReportsUpdateCommentData, ConformanceReportsUpdateCommentResponses>;
    /** Delete a comment on a conformance report: your own, or as an admin any comment */
    deleteComment: Call<ConformanceReportsDeleteCommentData, ConformanceReportsDeleteCommentResponses>;
    /** List the earlier versions of a comment on a conformance report */
    listCommentVersions: Call<ConformanceReportsListCommentVersionsData, ConformanceReportsListCommentVersionsResponses>;
    /** Read the comments on a conformance report and its changes in chronological order */
    readTimeline: Call<ConformanceReportsReadTimelineData, ConformanceReportsReadTimelineResponses>;
    /** Read the comments on a conformance report and its changes in chronological order: one after the other, page by page. */
    allReadTimeline: All<ConformanceReportsReadTimelineData, ConformanceReportsReadTimelineResponses, 'entries'>;
    /** List the requirements of a report with verdicts, suggestions and problems */
    listRequirements: Call<ConformanceReportsListRequirementsData, ConformanceReportsListRequirementsResponses>;
    /** List the problems that prevent the publication of a draft, or a form of statement */
    listProblems: Call<ConformanceReportsListProblemsData, ConformanceReportsListProblemsResponses>;
    /** Read the published document, byte for byte */
    readDocument: Call<ConformanceReportsReadDocumentData, ConformanceReportsReadDocumentResponses>;
    /** Publish a draft */
    publish: Call<ConformanceReportsPublishData, ConformanceReportsPublishResponses>;
    /** Withdraw a published report */
    withdraw: Call<ConformanceReportsWithdrawData, ConformanceReportsWithdrawResponses>;
    /** Confirm that a published report is still valid */
    review: Call<ConformanceReportsReviewData, ConformanceReportsReviewResponses>;
    /** Create a revision of a published report as a draft */
    revise: Call<ConformanceReportsReviseData, ConformanceReportsReviseResponses>;
    /** Replace the public URL of a report */
    renewToken: Call<ConformanceReportsRenewTokenData, ConformanceReportsRenewTokenResponses>;
    /** Remove the public URL of a report */
    removeToken: Call<ConformanceReportsRemoveTokenData, ConformanceReportsRemoveTokenResponses>;
    /** List the suggestions for each requirement, based on audits, issues, findings and tests */
    suggest: Call<ConformanceReportsSuggestData, ConformanceReportsSuggestResponses>;
    /** List the open issues that contradict a published report */
    listContradictions: Call<ConformanceReportsListContradictionsData, ConformanceReportsListContradictionsResponses>;
    /** State the reason that an issue does not contradict a published report */
    tellReason: Call<ConformanceReportsTellReasonData, ConformanceReportsTellReasonResponses>;
    /** Export a conformance report */
    export: Call<ConformanceReportsExportData, ConformanceReportsExportResponses>;
    /** Create a conformance report from an OpenACR file */
    importReport: Call<ConformanceReportsImportReportData, ConformanceReportsImportReportResponses>;
  };
  conformanceVerdicts: {
    /** List the verdicts of a conformance report */
    list: Call<ConformanceVerdictsListData, ConformanceVerdictsListResponses>;
    /** State or remove verdicts on up to 500 requirements */
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
    /** A human-readable status page */
    page: Call<HealthPageData, HealthPageResponses>;
    /** Liveness probe: 503 if the event loop or the job worker has been blocked for a minute */
    live: Call<HealthLiveData, HealthLiveResponses>;
    /** Readiness probe: 503 while the database is unavailable or the service shuts down */
    ready: Call<HealthReadyData, HealthReadyResponses>;
  };
  downloads: {
    /** List the packages of this service, with their digests */
    list: Call<DownloadsListData, DownloadsListResponses>;
    /** The JSON Schema of the configuration of the command line */
    sendSchema: Call<DownloadsSendSchemaData, DownloadsSendSchemaResponses>;
    /** Download a package: the command line or the client */
    send: Call<DownloadsSendData, DownloadsSendResponses>;
  };
  version: {
    /** Read the version of the service, and the oldest compatible client */
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
