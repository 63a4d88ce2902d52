/** `audit keygen [FILE]`: a pair of keys outside of the vault. */
import { writeKeyPair } from '../../audit/ledger/keys.ts'
import type { CommandContext } from '../command.ts'
import { exitCodes } from '../exit-code.ts'

export async function keygen({ args, config, terminal }: CommandContext): Promise<number> {
  const settings = config()
  const file = args[1] ?? settings['audit.keyFile'] ?? 'docvault-audit.key'
  const { fingerprint, publicFile } = writeKeyPair(file, settings['vault.path'])
  terminal.event('key', { file, public_file: publicFile, fingerprint })
  terminal.line(`private key: ${file} (for its owner only; keep it out of the vault and of its replicas)`)
  terminal.line(`public key:  ${publicFile}`)
  terminal.line(`fingerprint: ${fingerprint}`)
  terminal.line(`set DOCVAULT_AUDIT_KEY_FILE=${file}, and give the public key to whoever verifies`)
  return exitCodes.done
}
