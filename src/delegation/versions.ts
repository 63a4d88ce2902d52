import { DocvaultError } from '../model/errors.ts'

/** What two versions mean by the same words may differ: nothing is handed over. */
export class AnotherVersion extends DocvaultError {
  constructor(daemon: string, command: string) {
    super('vault-locked', `the daemon that holds the vault is docvault ${daemon}, and this is ${command}`, {
      hint: 'start the daemon again with this version, or use the docvault of the daemon',
    })
  }
}
