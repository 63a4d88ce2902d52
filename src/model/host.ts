/**
 * Who a host of a fleet is: its name and a random id, made once and kept in the data folder beside the name. A new machine
 * that is given an old one's name has a folder of its own, and is not taken for it.
 */
import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { writeDurably } from './durable-file.ts'
import { DocvaultError } from './errors.ts'

export interface Host {
  /** `web-1.3f9a2c71`: the name of then, and what makes it this one. */
  id: string
  /** As it is called now. */
  name: string
}

/** Takes the name of the machine. */
export const AUTO = 'auto'

const schema = z.object({ id: z.string().regex(/^[\w-]+\.[0-9a-f]{8}$/) })

class HostFileDamaged extends DocvaultError {
  constructor(file: string, cause: unknown) {
    super('host-file', `${file} does not say which host this is`, {
      hint: 'bring it back from a copy; without it this is a new host, and its vaults have to be adopted',
      cause,
    })
  }
}

/** Makes it where there is none. Throws HostFileDamaged: another id would lose the vaults of this host. */
export function openHost(folder: string, setting: string): Host {
  const name = setting === AUTO ? hostname() : setting
  const known = readHost(folder)
  if (known !== null) return { id: known, name }
  const id = `${name.replaceAll(/[^\w-]/g, '-')}.${randomBytes(4).toString('hex')}`
  mkdirSync(folder, { recursive: true })
  writeDurably(fileOf(folder), `${JSON.stringify({ id })}\n`)
  return { id, name }
}

/** Null: this folder was never one of a host. */
export function readHost(folder: string): string | null {
  const text = textOf(fileOf(folder))
  if (text === null) return null
  try {
    return schema.parse(JSON.parse(text)).id
  } catch (cause) {
    throw new HostFileDamaged(fileOf(folder), cause)
  }
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

function fileOf(folder: string): string {
  return join(folder, 'host.json')
}
