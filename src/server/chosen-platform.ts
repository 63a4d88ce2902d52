/** Which platform a request is about. */
import { UsageError } from '../model/errors.ts'
import type { DaemonView, PlatformView } from './view.ts'

/** The only one where none is named. Throws UsageError. */
export function chosenPlatform(view: DaemonView, name: string | undefined): PlatformView {
  const all = view.platforms()
  const [only] = all
  const found = name === undefined && all.length === 1 ? only : all.find(platform => platform.name === name)
  if (found) return found
  const names = all.map(platform => platform.name).join(', ')
  throw new UsageError(name === undefined ? 'which platform?' : `there is no platform ${name}`, {
    hint: `platforms are ${names}`,
  })
}
