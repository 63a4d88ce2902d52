import { withHeld } from '../../jobs/held.ts'
import { VaultUnusable } from '../model/errors.ts'
import { assertVaultAt, openVault, type Upgrade, upgradeWords } from '../vault/vault.ts'
import type { CommandModule } from './command.ts'
import { exitCodes } from './exit-code.ts'
import { printable } from './terminal.ts'

export const upgrade: CommandModule = {
  examples: [
    ['docvault upgrade --vault recovered', 'a vault that an older version left, where no platform is there'],
  ],
  define() {},
  async run(context) {
    const { terminal } = context
    const config = context.config()
    const path = config['vault.path']
    assertVaultAt(path)
    if (isReadable(path)) {
      terminal.event('summary', { upgraded: false, copy: null })
      terminal.line(printable(`${path} is of this version's format: there is nothing to upgrade`))
      return exitCodes.done
    }
    const upgraded = (upgrade: Upgrade) => {
      terminal.event('summary', { upgraded: true, copy: upgrade.copy })
      terminal.line(printable(upgradeWords(upgrade)))
    }
    await withHeld({ config, upgraded }, 'docvault upgrade', held => held.vault())
    return exitCodes.done
  },
}

/** By this version. What else keeps it from being read is said by whoever opens it to write. */
function isReadable(path: string): boolean {
  try {
    openVault(path).close()
    return true
  } catch (error) {
    if (error instanceof VaultUnusable) return false
    throw error
  }
}
