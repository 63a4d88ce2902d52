/**
 * Who this process is, so that another one on the same machine boot and in the same process namespace can tell
 * for certain that it is dead. Anywhere else nothing is certain and a lease has to expire.
 */
import { readFileSync, readlinkSync } from 'node:fs'

export interface ProcessIdentity {
  pid: number
  /** Boot and process namespace; empty where the system does not say. */
  place: string
  /** Start time of the process in ticks since boot: tells a reused pid. */
  born: string
}

export function identifyProcess(pid: number = process.pid): ProcessIdentity {
  return { pid, place: placeOfProcess(), born: birthOf(pid) ?? '' }
}

export function isCertainlyDead(other: ProcessIdentity): boolean {
  if (other.place === '' || other.born === '' || other.place !== placeOfProcess()) return false
  return birthOf(other.pid) !== other.born
}

function placeOfProcess(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return ''
  }
}

/** Null when there is no such process, or only its remains. */
function birthOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in parentheses may hold spaces and parentheses of its own.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' || fields[0] === 'X' ? null : (fields[19] ?? null)
  } catch {
    return null
  }
}
