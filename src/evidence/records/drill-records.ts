/** The records of drills as they lie beside the catalog: each signed by itself, none tidied away, the last number telling of more. */
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { z } from 'zod'
import { type DrillRecord, isValid, recordFiles } from '../../verify/record.ts'

const drillSchema = z.object({
  started: z.iso.datetime(),
  organization: z.string(),
  snapshot: z.number(),
  drill: z.number().default(0),
  target: z.string(),
  passed: z.boolean(),
  duration_ms: z.number(),
  recovery_ms: z.number(),
  pages: z.number().default(0),
  files: z.number().default(0),
  faults: z.array(z.string()).nullable().default(null),
  damaged: z.array(z.unknown()),
  failures: z.array(z.unknown()),
  differences: z.array(z.unknown()),
  from: z.looseObject({ target: z.string(), run: z.number() }).nullable().default(null),
})

export interface KnownDrill extends z.infer<typeof drillSchema> {
  file: string
  /** Of the signature. */
  valid: boolean
}

export interface KnownDrills {
  /** Oldest first. */
  drills: KnownDrill[]
  unreadable: string[]
}

export function readDrills(vaultPath: string): KnownDrills {
  const known: KnownDrills = { drills: [], unreadable: [] }
  for (const path of recordFiles(vaultPath).filter(path => path.endsWith('.json'))) {
    const drill = readDrill(path)
    if (drill === null) known.unreadable.push(basename(path))
    else known.drills.push(drill)
  }
  known.drills.sort((a, b) => a.started.localeCompare(b.started))
  return known
}

function readDrill(path: string): KnownDrill | null {
  try {
    const record: DrillRecord = JSON.parse(readFileSync(path, 'utf8'))
    const report = drillSchema.parse(record.report)
    return { ...report, file: basename(path), valid: isValid(record) }
  } catch {
    return null
  }
}
