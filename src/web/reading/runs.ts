/** Runs of jobs as the vaults remember them, of what a visitor may see. Those of a whole vault are for who sees every organization. */
import { listHistory } from '../../../jobs/history.ts'
import { DocvaultError } from '../../model/errors.ts'
import { parseRecord, type RunRecord } from '../../queue/history.ts'
import type { WebPlatform } from '../source.ts'
import { seesIn } from '../visitor.ts'
import type { Asked, OrganizationAsked } from './asked.ts'

export interface RunRead extends RunRecord {
  platform: string
}

/** The newest first. What cannot be read is said by the front page. */
export function runsOf(asked: Asked): RunRead[] {
  const runs = asked.source.platforms().flatMap(platform => runsIn(platform, asked))
  return runs.sort((a, b) => b.finished.localeCompare(a.finished))
}

function runsIn(platform: WebPlatform, { readers, visitor }: Asked): RunRead[] {
  try {
    const { vault } = readers.of(platform)
    return listHistory(vault)
      .flatMap(raw => parseRecord(raw) ?? [])
      .filter(({ organization }) => seesIn(visitor, organization))
      .map(run => ({ ...run, platform: platform.name }))
  } catch (error) {
    if (error instanceof DocvaultError) return []
    throw error
  }
}

/** Of all that are shown, the one that a run, a condition or a drill is of. */
export function organizationNamed(
  organizations: readonly OrganizationAsked[],
  { platform, organization }: { platform: string | null; organization: string | null },
): OrganizationAsked | undefined {
  return organizations.find(known => known.id === organization && known.platform.name === platform)
}
