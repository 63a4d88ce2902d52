/**
 * The formulas of docs/development/platform.md#least-requests, term by term, with the operations that each term stands
 * for. A term whose kinds docvault does not know yet is not held against it.
 */
import type { Kind } from '../../../src/model/resource.ts'
import { type Numbers, p } from './numbers.ts'

export type Scenario = 'first' | 'fast' | 'exact'
export type Service = 'document' | 'full'

type Formula = readonly [text: string, value: (n: Numbers) => number]

export interface Term {
  name: string
  /** Any of them makes the term due. */
  kinds: readonly Kind[]
  operations: readonly string[]
  formulas: Partial<Record<Service, Partial<Record<Scenario, Formula>>>>
}

const one: Formula = ['1', () => 1]

/** A list of the organization, read in every run. */
function listOf(text: string, value: (n: Numbers) => number): Term['formulas'] {
  const always = { first: [text, value], fast: [text, value], exact: [text, value] } as const
  return { document: always, full: always }
}

const everywhere: Term['formulas'] = listOf(...one)
const extension = (formulas: Partial<Record<Scenario, Formula>>) => ({ full: formulas })

export const terms: readonly Term[] = [
  {
    name: 'organization',
    kinds: ['organization'],
    operations: ['listOrganizationsForAuthenticatedUser'],
    formulas: everywhere,
  },
  {
    name: 'SAML',
    kinds: ['saml-provider'],
    operations: ['listSAMLProvidersInOrganizationById'],
    formulas: everywhere,
  },
  {
    name: 'own integrations',
    kinds: ['integration'],
    operations: ['listIntegrations', 'listOrganizationIntegrations'],
    formulas: everywhere,
  },
  {
    name: 'link invites',
    kinds: ['link-invite'],
    operations: ['listOrganizationInviteLinks'],
    formulas: { full: everywhere.full ?? {} },
  },
  {
    name: 'AI instructions',
    kinds: ['agent-instructions'],
    operations: ['getOrganizationAgentInstructions'],
    formulas: { full: everywhere.full ?? {} },
  },
  {
    name: 'glossary and fonts',
    kinds: ['glossary-entry', 'custom-font'],
    operations: ['listGlossaryEntries', 'listCustomFonts'],
    formulas: extension({ first: ['2', () => 2], exact: ['2', () => 2] }),
  },
  // The sixth constant of A_ext; B_ext does without.
  {
    name: 'who am I',
    kinds: ['organization'],
    operations: ['getAuthenticatedUser'],
    formulas: extension({ first: one }),
  },
  {
    name: 'members',
    kinds: ['member'],
    operations: ['listMembersInOrganizationById'],
    formulas: listOf('p(M)', n => p(n.M)),
  },
  {
    name: 'teams',
    kinds: ['team'],
    operations: ['listTeamsInOrganizationById'],
    formulas: listOf('p(T)', n => p(n.T)),
  },
  {
    name: 'specs',
    kinds: ['openapi-spec'],
    operations: ['listOpenAPISpecs'],
    formulas: listOf('p(O)', n => p(n.O)),
  },
  {
    name: 'translations',
    kinds: ['translation-settings'],
    operations: ['listTranslations'],
    formulas: listOf('p(X)', n => p(n.X)),
  },
  {
    name: 'collections',
    kinds: ['collection'],
    operations: ['listCollectionsInOrganizationById'],
    formulas: listOf('p(K)', n => p(n.K)),
  },
  {
    name: 'spaces',
    kinds: ['space'],
    operations: ['listSpacesInOrganizationById'],
    formulas: { full: listOf('p(S)', n => p(n.S)).full ?? {} },
  },
  {
    name: 'spaces of members',
    kinds: ['member-space'],
    operations: ['listSpacesForOrganizationMember'],
    formulas: {
      document: {
        first: ['M', n => n.M],
        fast: ['p(S)', n => p(n.S)],
        exact: ['p(S) + M − 1', n => p(n.S) + n.M - 1],
      },
    },
  },
  {
    name: 'members of teams',
    kinds: ['team-member'],
    operations: ['listTeamMembersInOrganizationById'],
    formulas: {
      document: { first: ['T', n => n.T], exact: ['T', n => n.T] },
      full: { first: ['T', n => n.T], exact: ['T', n => n.T] },
    },
  },
  {
    name: 'spaces of collections',
    kinds: ['collection-order'],
    operations: ['listSpacesInCollectionById'],
    formulas: { document: { first: ['K', n => n.K], exact: ['K', n => n.K] } },
  },
  {
    name: 'grants of collections',
    kinds: ['collection-user-grant', 'collection-team-grant'],
    operations: ['listUserPermissionsInCollection', 'listTeamPermissionsInCollection'],
    formulas: extension({ first: ['2K', n => 2 * n.K], exact: ['2K', n => 2 * n.K] }),
  },
  {
    name: 'spec versions',
    kinds: ['openapi-spec-version'],
    operations: ['listOpenAPISpecVersions'],
    formulas: { document: { first: ['O', n => n.O] }, full: { first: ['O', n => n.O] } },
  },
  {
    name: 'version contents',
    kinds: ['openapi-spec-version'],
    operations: ['getOpenAPISpecVersionContentById'],
    formulas: { document: { first: ['V', n => n.V] }, full: { first: ['V', n => n.V] } },
  },
  {
    name: 'list of sites',
    kinds: ['site'],
    operations: ['listSites'],
    formulas: { full: listOf('p(W)', n => p(n.W)).full ?? {} },
  },
  {
    name: 'sites',
    kinds: ['site', 'site-structure', 'site-external-link', 'share-link', 'site-redirect', 'site-mcp-server'],
    operations: [
      'listSiteSections',
      'listSiteSectionGroups',
      'listSiteSpaces',
      'listSiteShareLinks',
      'getPublishedContentSite',
      'getSiteStructure',
      'getSiteCustomizationById',
      'getSiteSpaceCustomizationById',
      'listSiteRedirects',
      'listSiteMcpServers',
      'getSiteById',
    ],
    formulas: {
      document: listOf('3W', n => 3 * n.W).document ?? {},
      full: listOf('4W', n => 4 * n.W).full ?? {},
    },
  },
  {
    name: 'access of sites',
    kinds: ['site-access'],
    operations: ['listPermissionsAggregateInSite'],
    formulas: extension({ first: ['W', n => n.W], exact: ['W', n => n.W] }),
  },
  {
    name: 'visitor settings of sites',
    kinds: ['site-visitor-auth', 'site-adaptive-schema'],
    operations: ['getSitePublishingAuthById', 'getSiteAdaptiveSchema'],
    formulas: extension({ first: ['visitor + adaptive', n => n.Wv + n.Wa] }),
  },
  {
    name: 'scripts of sites',
    kinds: ['site-integration-script'],
    operations: ['listSiteIntegrationScripts'],
    formulas: { full: listOf('W', n => n.W).full ?? {} },
  },
  {
    name: 'visitor segments',
    kinds: ['site-visitor-segment'],
    operations: ['listSiteVisitorSegments'],
    formulas: extension({ first: ['W', n => n.W], exact: ['W', n => n.W] }),
  },
  {
    name: 'installations',
    kinds: ['installation'],
    operations: ['listOrganizationInstallations'],
    formulas: { full: listOf('p(I)', n => p(n.I)).full ?? {} },
  },
  {
    name: 'targets of installations',
    kinds: ['installation-space', 'installation-site'],
    operations: ['listIntegrationInstallationSpaces', 'listIntegrationInstallationSites'],
    formulas: extension({ first: ['2I', n => 2 * n.I], exact: ['2I', n => 2 * n.I] }),
  },
  {
    name: 'trees',
    kinds: ['revision'],
    operations: ['getCurrentRevision', 'getRevisionById'],
    formulas: {
      document: { first: ['S', n => n.S] },
      full: { first: ['S + C', n => n.S + n.C] },
    },
  },
  {
    name: 'bodies',
    kinds: ['page'],
    operations: ['getPageById', 'getPageInRevisionById', 'getDocumentById'],
    formulas: {
      document: { first: ['P', n => n.P] },
      full: { first: ['P + U + D', n => n.P + n.U + n.D] },
    },
  },
  {
    name: 'trees of change requests',
    kinds: ['change-request-revision'],
    operations: ['getRevisionOfChangeRequestById'],
    formulas: { document: { first: ['C', n => n.C] } },
  },
  {
    name: 'bodies of change requests',
    kinds: ['change-request-page'],
    operations: ['getPageInChangeRequestById'],
    formulas: { document: { first: ['D', n => n.D] } },
  },
  {
    name: 'grants of spaces',
    kinds: ['space-user-grant', 'space-team-grant'],
    operations: ['listUserPermissionsInSpace', 'listTeamPermissionsInSpace'],
    formulas: extension({ first: ['2S', n => 2 * n.S], exact: ['2S', n => 2 * n.S] }),
  },
  {
    name: 'comments',
    kinds: ['comment'],
    operations: ['listCommentsInSpace'],
    formulas: {
      document: { first: ['S', n => n.S], exact: ['S', n => n.S] },
      full: { first: ['S', n => n.S], exact: ['S', n => n.S] },
    },
  },
  {
    name: 'replies',
    kinds: ['comment-reply'],
    operations: ['listCommentRepliesInSpace'],
    formulas: extension({ first: ['R_s', n => n.Rs], exact: ['R_s', n => n.Rs] }),
  },
  {
    name: 'lists of change requests',
    kinds: ['change-request'],
    operations: ['listChangeRequestsForSpace', 'listChangeRequestsForOrganization'],
    formulas: {
      document: { first: ['4·S₁', n => 4 * n.S1], exact: ['2·S_l', n => 2 * n.Sl] },
      full: {
        first: ['4·p(C)', n => 4 * p(n.C)],
        fast: ['2·p(C_l)', n => 2 * p(n.Cl)],
        exact: ['2·p(C_l)', n => 2 * p(n.Cl)],
      },
    },
  },
  {
    name: 'comments of change requests',
    kinds: ['change-request-comment'],
    operations: ['listCommentsInChangeRequest'],
    formulas: {
      document: { first: ['C', n => n.C], exact: ['C_l', n => n.Cl] },
      full: { first: ['C', n => n.C], exact: ['C_l', n => n.Cl] },
    },
  },
  {
    name: 'replies in change requests',
    kinds: ['change-request-reply'],
    operations: ['listCommentRepliesInChangeRequest'],
    formulas: {
      document: { first: ['R', n => n.R], exact: ['R', n => n.R] },
      full: { first: ['R', n => n.R], exact: ['R', n => n.R] },
    },
  },
  {
    name: 'reviews, reviewers, contributors',
    kinds: ['change-request-review', 'change-request-reviewer', 'change-request-contributor'],
    operations: [
      'getReviewsByChangeRequestId',
      'getRequestedReviewersByChangeRequestId',
      'getContributorsByChangeRequestId',
    ],
    formulas: extension({ first: ['3C', n => 3 * n.C], exact: ['3·C_l', n => 3 * n.Cl] }),
  },
  {
    name: 'downloads',
    kinds: ['file'],
    operations: ['download'],
    formulas: { document: { first: ['F', n => n.F] }, full: { first: ['F', n => n.F] } },
  },
]
