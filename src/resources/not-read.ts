/**
 * What the published services show and no kind reads, with the reason: `coverage` prints it, the manual lists it, and a
 * test holds it against the published descriptions, so that nothing is left out without a word.
 */
import { resources } from './index.ts'

export interface NotRead {
  what: string
  operations: readonly string[]
  why: string
}

const named: readonly NotRead[] = [
  {
    what: 'what the assistant answered to a reader, its sources and its threads',
    operations: [
      'getSiteQuestionAnswerThreadById',
      'listSiteQuestionAnswerSources',
      'listSiteQuestionSources',
    ],
    why: 'a request for each answer or question; what was asked is `site-question` and `site-question-answer`, where `backup.alsoRead` names them',
  },
  {
    what: 'what was said in conversations with the agent',
    operations: [],
    why: 'no operation gives it out: only titles and dates are kept',
  },
  {
    what: 'conversations with customers that older services gather issues from',
    operations: [
      'listConversationsIssuesClusters',
      'getConversationsIssuesCluster',
      'listConversationsIssuesInCluster',
    ],
    why: 'newer services have findings and topics in their place; customers wrote it, and where it came from still has it',
  },
  {
    what: 'which pages, questions, records and change requests belong to a finding',
    operations: [
      'listPagesForSiteFinding',
      'listQuestionsForSiteFinding',
      'listRecordsForSiteFinding',
      'listChangeRequestsForSiteFinding',
    ],
    why: 'four requests for each finding; a finding says what is wrong and how many there are of each',
  },
  {
    what: 'scans of a site',
    operations: ['listSiteScans', 'getSiteScanById'],
    why: 'their results are findings, which are read',
  },
  {
    what: 'runs of a style guide, tasks of agents and how they are set up',
    operations: ['listSiteStyleguideRuns', 'listAgentTasks', 'getAgentTask', 'getAgentSetupState'],
    why: 'their results are findings and change requests, which are read',
  },
  {
    what: 'analytics, statistics and use',
    operations: [
      'getSiteQuestionStats',
      'getSiteFindingStats',
      'getOrganizationAIUsage',
      'adsListSites',
      'getIntegrationEvent',
    ],
    why: 'the service counts them; nobody made them, and nothing puts them back',
  },
  {
    what: 'what a repository behind Git Sync holds',
    operations: [
      'listGitHubRepositoriesForGitSyncInstallation',
      'listGitHubRepoBranchesForGitSyncInstallation',
      'getGitHubRepoFileForGitSyncInstallation',
      'listGitLabProjectsForGitSyncInstallation',
      'listGitLabProjectBranchesForGitSyncInstallation',
      'getGitLabProjectFileForGitSyncInstallation',
    ],
    why: 'it is the repository’s own; how it is linked is `space-git-sync` and `site-git-sync`',
  },
  {
    what: 'what the service itself offers to everybody: templates, conditions, previews, recommended questions',
    operations: [
      'listStyleguideTemplates',
      'listSiteAdaptiveTemplateConditions',
      'getSitePublishingPreviewById',
      'getRecommendedQuestionsInOrganization',
      'streamRecommendedQuestionsInOrganization',
      'streamRecommendedQuestionsInSite',
      'streamAskInOrganization',
      'streamExistingAIResponseInSite',
      'renderIntegrationUIWithGet',
    ],
    why: 'nobody in the organization made it',
  },
  {
    what: 'other views of what is read',
    operations: [
      'getSpaceGitInfo',
      'listSiteGitSyncInstallations',
      'listSpacePageMetaLinks',
      'listRevisionPageMetaLinks',
      'listChangeRequestPageMetaLinks',
      'getLatestOpenAPISpecVersionContentRaw',
      'getChangeRequestReviewById',
      'listChangeRequestLinks',
      'listSpacePageBacklinks',
      'listChangeRequestPageBacklinks',
      'listIntegrationSiteInstallations',
      'listIntegrationSpaceInstallations',
      'listOrganizationIntegrations',
      'listOrganizationIntegrationsStatus',
      'getOrganizationIntegrationStatus',
      'listSpaceIntegrations',
      'listSpaceIntegrationsBlocks',
      'getEmbedByUrl',
      'getEmbedByUrlInSpace',
      'getContentByUrl',
      'getPublishedContentByUrl',
    ],
    why: 'spaces and sites say their Git Sync, pages their meta links, content its links, installations where they are',
  },
]

const declared = new Set(
  resources.flatMap(declaration =>
    'plainList' in declaration && declaration.plainList
      ? [declaration.plainList.list, declaration.plainList.find]
      : [],
  ),
)

/** What a declaration reads by now is not left out any more. */
export const notRead: readonly NotRead[] = named.flatMap(({ what, operations, why }) => {
  const left = operations.filter(operation => !declared.has(operation))
  return left.length === 0 && operations.length > 0 ? [] : [{ what, operations: left, why }]
})
