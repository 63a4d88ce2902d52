/** What a service answers and docvault keeps nowhere, each with the reason: everything else has to be in the vault. */
export const notKept: readonly { where: RegExp; why: string }[] = [
  {
    where: /^(list\w+|get\w+ByChangeRequestId)\.(next|count|new)\b|^listSpaceLinks\.stats\b/,
    why: 'it stands beside the items of a list and is about the list',
  },
  {
    where: /^listOrganizationInstallations\.items\.\[\]\.(integration|new)\b/,
    why: 'the definition of an integration is its maker’s; the name by which it is installed is kept',
  },
  {
    where: /^listIntegrationInstallation(Sites|Spaces)\.items\.\[\]\.(site|space)\./,
    why: 'the whole of a site or a space is a resource of its own',
  },
  {
    where: /^listOrganizationStyleguides\.(styleguides\.\[\]\.(space|sites)\.|new\b)/,
    why: 'the whole of a space or a site is a resource of its own',
  },
  {
    where: /^getPublishedContentSite\.(scripts|new)\b/,
    why: 'scripts are put there by installed integrations, which are kept',
  },
  {
    where: /^get(PublishedContentSite\.(structure|customizations)|SiteStructure)\.new\b/,
    why: 'it stands beside the items, and is about all of them',
  },
  {
    where: /^listSpaceLinks\.items\b/,
    why: 'what is kept is a report of the broken ones, as ids: the links themselves stand in the content',
  },
]
