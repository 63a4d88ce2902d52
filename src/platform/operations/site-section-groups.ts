/** Groups of sections of a site: docs/reference/operations.md, 4.5. */
import type { Caller } from '../caller.ts'
import type { Position } from './shapes.ts'
import { type SitePointer, siteSectionGroupSchema } from './site-shapes.ts'

interface SectionGroupChange {
  title?: string
  icon?: string | null
  /** From here on, of newer services. */
  draft?: boolean
  localizedTitle?: Readonly<Record<string, string>>
  /** The group that it stands in; null: none. */
  parentSectionGroupId?: string | null
}

interface NewSectionGroup extends SectionGroupChange {
  title: string
  sections?: readonly string[]
  /** *Extension.* The group that it stands in. */
  parent?: string
}

export const siteSectionGroupOperations = (caller: Caller) => ({
  list: (organization: string, site: string) =>
    caller.list(
      ['listSiteSectionGroups', pathOf(organization, site)],
      siteSectionGroupSchema,
      item => item.id,
    ),
  create: (organization: string, site: string, group: NewSectionGroup) =>
    caller.send(['addSectionGroupToSite', 'POST', pathOf(organization, site), group], siteSectionGroupSchema),
  update: (organization: string, site: string, group: string, change: SectionGroupChange) =>
    caller.change(
      ['updateSiteSectionGroupById', 'PATCH', pathOf(organization, site, group), change],
      siteSectionGroupSchema,
    ),
  delete: (organization: string, site: string, group: string) =>
    caller.run(['deleteSiteSectionGroupById', 'DELETE', pathOf(organization, site, group)]),
  addSection: (organization: string, site: string, group: string, sectionId: string) =>
    caller.send(
      ['addSectionToGroup', 'POST', pathOf(organization, site, group, 'sections'), { sectionId }],
      siteSectionGroupSchema,
    ),
  removeSection: (organization: string, site: string, group: string, section: string) =>
    caller.run(['removeSectionFromGroup', 'DELETE', pathOf(organization, site, group, 'sections', section)]),
  /** Deprecated: sites.sortStructure replaces it where the service has that. */
  move: (organization: string, site: string, group: string, position: Position<SitePointer>) =>
    caller.send(
      ['moveSiteSectionGroup', 'POST', pathOf(organization, site, group, 'move'), { position }],
      siteSectionGroupSchema,
    ),
})

function pathOf(organization: string, site: string, ...rest: readonly string[]): string[] {
  return ['orgs', organization, 'sites', site, 'section-groups', ...rest]
}
