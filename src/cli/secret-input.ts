/** What a person hands over without writing it into the command line: a file, or `-` for standard input. */
import { readFileSync } from 'node:fs'
import { UsageError } from '../model/errors.ts'

/** `option` names the file, with dashes. Throws UsageError. */
export function readSecretInput(file: string, option: string): string {
  try {
    return readFileSync(file === '-' ? process.stdin.fd : file, 'utf8')
  } catch (cause) {
    throw new UsageError(`${option} ${file} cannot be read`, { cause })
  }
}
