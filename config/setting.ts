/** The form of a setting, and the units that defaults and ranges are written in. */
import type { RoleRule } from '../src/model/role.ts'

/** What each type reads to. Durations are milliseconds, sizes bytes. */
export interface SettingTypes {
  text: string
  /** Of lower-case letters, digits and hyphens. */
  name: string
  integer: number
  percent: number
  boolean: boolean
  list: readonly string[]
  duration: number
  size: number
  /** Five fields, or `off`. */
  cron: string
  timezone: string
  /** Maps with `group`, `role` and perhaps `organizations`. */
  roles: readonly RoleRule[]
}

export interface Setting<T extends keyof SettingTypes = keyof SettingTypes> {
  type: T
  default: SettingTypes[T] | null
  doc: string
  /** Never printed. Where there is a setting of the same name with `File` at its end, it is read from that file. */
  secret?: boolean
  /** A running daemon takes a new value only when it is started again. */
  restart?: boolean
  /** Of the daemon as a whole: not in an entry of `platforms`. */
  global?: boolean
  /** Smallest and largest value; for durations and sizes in milliseconds and bytes. */
  range?: readonly [number, number]
  oneOf?: readonly string[]
}

export const second = 1000
export const minute = 60 * second
export const hour = 60 * minute
export const MiB = 1024 * 1024
