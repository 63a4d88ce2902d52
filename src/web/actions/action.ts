/** What a form of a page does. It answers where to look next. */
import { DocvaultError } from '../../model/errors.ts'
import { type Asked, assertRestores, type OrganizationAsked, organizationOf } from '../reading/asked.ts'
import type { RestoreDesk } from '../source.ts'

export interface Done {
  address: string
  /** What is chosen from now on, where that changed. */
  cart?: string
}

export interface Action {
  /** Pattern, as Hono has them. */
  path: string
  act(asked: Asked, form: URLSearchParams): Done | Promise<Done>
}

export interface Restoring extends OrganizationAsked {
  desk: RestoreDesk
}

/** Throws DocvaultError `forbidden` and `no-restores`, NotThere, SeveralThere. */
export function restoringIn(asked: Asked): Restoring {
  const organization = organizationOf(asked)
  assertRestores(asked, organization)
  const { restores } = organization.platform
  if (restores !== null) return { ...organization, desk: restores }
  throw new DocvaultError(
    'no-restores',
    `nothing can be restored to ${organization.platform.name} from here`,
    {
      hint: 'it has no address and token of the platform: `docvault config` says which settings these are',
    },
  )
}
