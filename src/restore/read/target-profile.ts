/** What is known of where a restore writes to, before anything is planned. */
import type { MapId } from '../match/ids.ts'
import type { OrganizationState, StateItem } from '../state.ts'

/** With the operations of the document alone, with those that older services have beside them, or with all. */
export type ServiceName = 'document' | 'older' | 'newest'

export const WRITERS = ['batch', 'import', 'git'] as const
export type WriterName = (typeof WRITERS)[number]

export interface TargetProfile {
  source: OrganizationState
  target: OrganizationState
  /** Same organization: old ids may still be alive. */
  home: boolean
  /** How page content is written there. */
  writer: WriterName
  service: ServiceName
  /** The service has operations beside those of the document (docs/development/platform.md#sections). */
  extended: boolean
  map: MapId
  /** Names of the snapshot's integrations that the target knows too. */
  installable: ReadonlySet<string>
  /** Where no operation creates a space: one without content, to be duplicated. */
  template: StateItem | null
  /** The source has pseudonyms in place of people. */
  masked?: boolean
}
