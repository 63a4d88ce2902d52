/** Object lock: until when a version can not be deleted, and who may change that. */
import { S3Error } from '../errors.ts'

export interface Retention {
  mode: 'GOVERNANCE' | 'COMPLIANCE'
  until: number
}

/** A bucket's default. */
export interface LockRule {
  mode: Retention['mode']
  days: number
}

/** What a request brings along against locks. */
export interface Pass {
  now: number
  /** The header was sent, and the key has the right. */
  bypass: boolean
}

const DAY_MS = 24 * 60 * 60_000

interface Locked {
  retention: Retention | null
  legalHold: boolean
}

export function assertUnlocked({ retention, legalHold }: Locked, pass: Pass): void {
  const held = isActive(retention, pass.now) && !(retention?.mode === 'GOVERNANCE' && pass.bypass)
  if (legalHold || held) throw refused()
}

/** COMPLIANCE only grows; GOVERNANCE shrinks for who may pass it. */
export function assertMayRetain(current: Retention | null, wanted: Retention | null, pass: Pass): void {
  if (wanted !== null && wanted.until <= pass.now)
    throw new S3Error('InvalidArgument', 'The retain until date must be in the future!')
  if (!isActive(current, pass.now) || current === null) return
  const extended = wanted !== null && wanted.until >= current.until
  const weakened = current.mode === 'COMPLIANCE' && wanted?.mode !== 'COMPLIANCE'
  if (extended && !weakened) return
  if (current.mode === 'COMPLIANCE' || !pass.bypass) throw refused()
}

export function retentionByRule(rule: LockRule | null | undefined, now: number): Retention | null {
  return rule ? { mode: rule.mode, until: now + rule.days * DAY_MS } : null
}

export function parseMode(text: string | null | undefined): Retention['mode'] {
  if (text === 'GOVERNANCE' || text === 'COMPLIANCE') return text
  throw new S3Error('InvalidArgument', 'Unknown wormMode directive.')
}

const isActive = (retention: Retention | null, now: number): boolean =>
  retention !== null && retention.until > now

const refused = (): S3Error =>
  new S3Error('AccessDenied', 'Access Denied because object protected by object lock.')
