/** What has to be known of an organization to say who can do what: plain data, wherever it comes from. */
import type { PlaceKind } from '../../resources/grants.ts'
import type { Level, Role } from './role.ts'

export interface PlaceName {
  kind: PlaceKind
  id: string
}

export interface PlaceFacts {
  /** Id of the collection it is in. */
  parent: string | null
  defaultLevel: Level
}

export interface PersonFacts {
  /** In the organization; null is a guest. */
  role: Role | null
  disabled: boolean
}

export interface AccessFacts {
  /** Of the organization: what members may do where nothing else is said. */
  defaultRole: Role | null
  /** Null for somebody who is no member. */
  person(id: string): PersonFacts | null
  teamsOf(person: string): readonly string[]
  place(name: PlaceName): PlaceFacts | null
  /** Ids of the sites that show a space. */
  sitesOf(space: string): readonly string[]
  userGrant(place: PlaceName, person: string): Role | null
  teamGrant(place: PlaceName, team: string): Role | null
}
