/** Who sits at the command line, as far as this machine knows. */
import { userInfo } from 'node:os'

/** The name of the account; of one without a name, as in many containers, its number. */
export function personHere(): string {
  try {
    return userInfo().username
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`
  }
}
