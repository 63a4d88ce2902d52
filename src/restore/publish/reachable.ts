/** Whether a platform can get at what docvault serves, as far as the settings tell. */
import { UsageError } from '../../model/errors.ts'

export interface Serving {
  /** `restore.host` */
  host: string
  /** `restore.publicUrl` */
  publicUrl: string | null
  platformUrl: string
  /** Why it has to; by default, that the service knows no other way. */
  why?: string
}

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[?::1\]?)$/
const ANY = /^(?:0\.0\.0\.0|\[?::\]?)$/

/** Throws UsageError where the platform would be told an address that means something else there. */
export function assertReachable({ host, publicUrl, platformUrl, why = ONLY_WAY }: Serving): void {
  if (publicUrl !== null && /^https?:\/\/[^/]/.test(publicUrl)) return
  if (publicUrl !== null)
    throw new UsageError(`restore.publicUrl is "${publicUrl}", and no address of a web server`, {
      hint: HINT,
    })
  const isHere = LOOPBACK.test(URL.parse(platformUrl)?.hostname ?? '')
  if (!ANY.test(host) && (isHere || !LOOPBACK.test(host))) return
  throw new UsageError(`restore.publicUrl is not set: ${why}, and cannot reach ${host}`, { hint: HINT })
}

const ONLY_WAY = 'this service takes content only by cloning it from docvault'
const HINT =
  'set restore.publicUrl to an address at which the platform reaches restore.host and restore.port, e.g. https://docvault.example.com'
