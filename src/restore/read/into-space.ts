/** `--into-space`: which space of the target takes the content of the one that is chosen. */
import { UsageError } from '../../model/errors.ts'
import type { Platform } from '../../platform/client.ts'
import { Forbidden } from '../../platform/errors.ts'
import type { RestoreRequest } from '../request.ts'
import type { OrganizationState } from '../state.ts'

/** Source path of the space, and the target's id. Throws UsageError where there is no such pair. */
export async function findIntoSpace(
  platform: Platform,
  { intoSpace, spaces = [], to }: RestoreRequest,
  { source, target }: { source: OrganizationState; target: OrganizationState },
): Promise<readonly [string, string] | null> {
  if (intoSpace === undefined) return null
  const [name] = spaces
  const space = source.list('space').find(space => space.id === name || space.json.title === name)
  if (spaces.length !== 1 || !space)
    throw new UsageError('--into-space needs one --space of the snapshot to take the content from', {
      hint: `\`docvault ls ${source.snapshot} --kind space\` lists them`,
    })
  const all = target.list('space')
  const titled = all.filter(existing => existing.json.title === intoSpace)
  const there =
    all.find(existing => existing.id === intoSpace) ?? (titled.length === 1 ? titled[0] : undefined)
  if (there) return [space.path, there.id]
  if (titled.length > 1)
    throw new UsageError(`organization ${to} has ${titled.length} spaces called ${intoSpace}`, {
      hint: `name it by its id: ${titled.map(existing => existing.id).join(', ')}`,
    })
  throw new UsageError(`organization ${to} has no space ${intoSpace}`, {
    hint: await hintFor(platform, intoSpace, to, all.length),
  })
}

async function hintFor(platform: Platform, id: string, to: string, count: number): Promise<string> {
  const found = await platform.spaces.find(id).catch((error: unknown) => {
    if (error instanceof Forbidden) return null
    throw error
  })
  const other = found?.organization
  if (typeof other === 'string' && other !== to)
    return `that space is in organization ${other}: add --to ${other} if it is the right one`
  return `it has ${count}; the id of a space stands in its address, after /s/`
}
