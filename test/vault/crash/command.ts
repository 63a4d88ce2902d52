/** Does what a command line does, in whatever process this is, and says how it ended as the program would. */
import { exitCodeOf } from '../../../src/cli/exit-code.ts'
import { damageError, diskError } from '../../../src/model/disk-errors.ts'
import { DocvaultError } from '../../../src/model/errors.ts'
import { openVaultForWriting } from '../../../src/vault/vault.ts'
import { runLine } from '../../helpers/program.ts'

export interface Ended {
  code: number
  /** Of the error, as the program calls it; null where there was none, `internal` where it has no name. */
  error: string | null
  message: string
}

/** Opens the vault and closes it again: what upgrades one of an older format. */
export const OPENING = ['open'] as const

/** `env` names the vault. */
export async function runCommand(
  argv: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Ended> {
  try {
    const code = argv[0] === OPENING[0] ? await open(env) : (await runLine(argv, { env: { ...env } })).code
    return { code, error: null, message: '' }
  } catch (thrown) {
    const error = diskError(thrown) ?? damageError(thrown) ?? thrown
    const isKnown = error instanceof DocvaultError
    const words = error instanceof Error ? error.message : String(error)
    const hint = isKnown && error.hint !== undefined ? ` (${error.hint})` : ''
    return {
      code: exitCodeOf(error),
      error: isKnown ? error.code : 'internal',
      message: isKnown ? `${words}${hint}` : error instanceof Error ? (error.stack ?? words) : words,
    }
  }
}

async function open(env: Readonly<Record<string, string>>): Promise<number> {
  const vault = await openVaultForWriting(env.DOCVAULT_VAULT_PATH ?? '')
  await vault.close()
  return 0
}
