/** Many generated companies of a version, and what went wrong with them, each once with how often. */
import { backUpGenerated } from './back-up-generated.ts'
import { readService, type Version } from './service.ts'

export async function backUpMany(
  version: Version,
  seeds: { first: number; count: number },
  isDeclared: (lost: string) => boolean,
): Promise<{ problems: Record<string, number>; resources: number }> {
  const service = readService(version)
  const problems = new Map<string, number>()
  let resources = 0
  for (let seed = seeds.first; seed < seeds.first + seeds.count; seed++) {
    const found = await wrongWith(seed)
    for (const one of found) problems.set(one, (problems.get(one) ?? 0) + 1)
  }
  return { problems: Object.fromEntries([...problems].sort(([, a], [, b]) => b - a)), resources }

  async function wrongWith(seed: number): Promise<string[]> {
    try {
      const backup = await backUpGenerated(service, seed)
      resources += backup.resources
      const lost = backup.lost.filter(one => !isDeclared(one)).map(one => `not kept: ${one} (seed ${seed})`)
      return [...backup.gaps.map(one => `${one} (seed ${seed})`), ...lost]
    } catch (error) {
      return [`seed ${seed}: ${error instanceof Error ? error.message : String(error)}`]
    }
  }
}
