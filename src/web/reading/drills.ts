/** Records of drills beside the vaults, of what a visitor may see. */
import { basename } from 'node:path'
import { DocvaultError } from '../../model/errors.ts'
import type { DrillReport } from '../../verify/drill.ts'
import { readRecords } from '../../verify/record.ts'
import { seesIn } from '../visitor.ts'
import type { Asked } from './asked.ts'

export interface DrillRead {
  platform: string
  /** Of its file, without what it ends in. */
  name: string
  /** Whether it is as it was signed. */
  valid: boolean
  report: DrillReport
}

/** The newest first. */
export function drillsOf({ source, readers, visitor }: Asked): DrillRead[] {
  const all = source.platforms().flatMap(platform => {
    try {
      // A vault that cannot be read is told of by the front page.
      readers.of(platform)
    } catch (error) {
      if (error instanceof DocvaultError) return []
      throw error
    }
    return readRecords(platform.vaultPath).map(({ file, record, valid }) => ({
      ...{ platform: platform.name, name: basename(file, '.json'), valid, report: record.report },
    }))
  })
  return all
    .filter(({ report }) => seesIn(visitor, report.organization))
    .sort((a, b) => b.report.started.localeCompare(a.report.started))
}
