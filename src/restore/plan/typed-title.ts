/** Whoever deletes, or gives access, types the title of the organization. */
import { UsageError } from '../../model/errors.ts'
import type { RestoreRequest } from '../request.ts'
import { isDeleting, type Removing, type Skipped } from './steps.ts'

interface Asking {
  request: Pick<RestoreRequest, 'deleteExtra' | 'allowWidening'>
  steps: readonly Removing[]
  gains: readonly Pick<Skipped, 'kind'>[]
}

/** Options that matter to this plan, and for which the title was not typed. */
export function untypedOptions(title: string, { request, steps, gains }: Asking): string[] {
  const typed = [
    ['--delete-extra', request.deleteExtra, steps.some(isDeleting)],
    ['--allow-widening', request.allowWidening, gains.length > 0],
  ] as const
  return typed
    .filter(([, text, matters]) => text !== undefined && text !== title && matters)
    .map(([option]) => option)
}

export function assertTyped(title: string, asking: Asking): void {
  const [option] = untypedOptions(title, asking)
  if (option === undefined) return
  throw new UsageError(`${option} wants the title of the organization typed back`, {
    hint: `plan it once more with ${option} --confirm "${title}"`,
  })
}
