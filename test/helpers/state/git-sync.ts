/** Links of spaces and sites to repositories. */
import { add, itemsOf, jsonOf, type Setting } from './expected.ts'

/** Of what its target names as its link to a repository. */
export function addGitSync(setting: Setting, above: readonly string[], kind: string, gitSync: unknown): void {
  const { installationId } = jsonOf(gitSync)
  const found = itemsOf(setting.state.gitSync).find(one => one.id === installationId)
  if (found !== undefined && setting.offers.has('getGitSyncInstallationById'))
    add(setting, above, kind, found.id, found)
}
