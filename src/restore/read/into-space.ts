/** `--into-space`: which space of the target takes the content of the one that is chosen. */
import { UsageError } from '../../model/errors.ts'
import type { Platform } from '../../platform/client.ts'
import { Forbidden } from '../../platform/errors.ts'
import type { RestoreRequest } from '../request.ts'
import type { OrganizationState } from '../state.ts'
import { fittingIn } from './named-items.ts'

/** Source path of the space, and the target's id. Throws UsageError where there is no such pair. */
export async function findIntoSpace(
  platform: Platform,
  { intoSpace, spaces = [], to }: RestoreRequest,
  { source, target }: { source: OrganizationState; target: OrganizationState },
): Promise<readonly [string, string] | null> {
  if (intoSpace === undefined) return null
  const [name = ''] = spaces
  const [space] = fittingIn(source, 'space', name).found
  if (spaces.length !== 1 || !space)
    throw new UsageError('--into-space needs one --space of the snapshot to take the content from', {
      hint: `\`docvault ls ${source.snapshot} --kind space\` lists them`,
    })
  const { found, count } = fittingIn(target, 'space', intoSpace)
  const [there] = found
  if (there && count === 1) return [space.path, there.id]
  if (there)
    throw new UsageError(`organization ${to} has ${count} spaces called ${intoSpace}`, {
      hint: `name it by its id: ${found.map(existing => existing.id).join(', ')}`,
    })
  throw new UsageError(`organization ${to} has no space ${intoSpace}`, {
    hint: await hintFor(platform, intoSpace, to, target.list('space').length),
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
