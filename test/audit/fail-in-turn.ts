/** The story again and again, another list failing each time. */
import { expected, rowsOf } from './rows.ts'
import { tellStory } from './tell-story.ts'

/** Everything that the reports are made of. */
export const LISTS = [
  'listMembersInOrganizationById',
  'listTeamsInOrganizationById',
  'listTeamMembersInOrganizationById',
  'listSAMLProvidersInOrganizationById',
  'listOrganizationInviteLinks',
  'listSpacesInOrganizationById',
  'listCollectionsInOrganizationById',
  'listUserPermissionsInSpace',
  'listTeamPermissionsInSpace',
  'listUserPermissionsInCollection',
  'listTeamPermissionsInCollection',
  'listPermissionsAggregateInSpace',
  'listSites',
  'listSiteShareLinks',
  'listUserPermissionsInSite',
  'listTeamPermissionsInSite',
  'listOrganizationInstallations',
  'listOrganizationAuditEvents',
  'getSiteStructure',
  'getRevisionById',
]

/** Rows that tell of something that did not happen. */
export async function failInTurn(operations: readonly string[]): Promise<string[]> {
  const wanted = new Set(expected.map(([, action, kind, title]) => `${action} | ${kind} | ${title}`))
  let [told, unknown, gaps] = [0, 0, 0]
  const wrong: string[] = []
  for (const [index, operation] of operations.entries()) {
    const story = await tellStory({ operation, snapshot: 2 + (index % 9) })
    gaps += story.gaps.length
    for (const { severity, action, resource } of rowsOf(story.company)) {
      // Whose access follows from a default level is not in the story.
      if (resource.kind === 'space-access') continue
      told++
      if (severity === 'unknown') unknown++
      else if (!wanted.has(`${action} | ${resource.kind} | ${resource.title}`))
        wrong.push(`${operation}: ${action} ${resource.kind} ${resource.title}`)
    }
    await story.company.emulator.close()
  }
  console.log(
    `${operations.length} lists failed in turn, ${gaps} gaps: ${told} rows, ${unknown} of them unknown, ${wrong.length} false`,
  )
  return wrong
}
