/** Backs up a generated company, and says what of its answers was refused, and what did not come into the vault. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openVault, type Vault } from '../../../src/vault/vault.ts'
import { takeSnapshot } from '../company.ts'
import { startGeneratedService } from './generated-service.ts'
import type { Service } from './service.ts'

export interface GeneratedBackup {
  /** `class kind: message` of each gap. */
  gaps: string[]
  /** `operation path` of each text that was answered and is nowhere in the vault. */
  lost: string[]
  resources: number
}

export async function backUpGenerated(service: Service, seed: number): Promise<GeneratedBackup> {
  const generated = await startGeneratedService(service, seed)
  const folder = mkdtempSync(join(tmpdir(), 'docvault-generated-'))
  try {
    const path = join(folder, 'vault')
    const summary = await takeSnapshot({
      DOCVAULT_PLATFORM_URL: generated.url,
      DOCVAULT_PLATFORM_TOKEN: 'generated',
      DOCVAULT_PLATFORM_RETRY_DELAY: '1ms',
      DOCVAULT_PLATFORM_TIMEOUT: '10s',
      DOCVAULT_VAULT_PATH: path,
      DOCVAULT_BACKUP_ALSO_READ: 'context-record,site-question,site-question-answer',
    })
    const vault = openVault(path)
    try {
      const kept = textsIn(vault, summary.snapshot)
      const gaps = summary.gaps.map(one => `${one.class} ${one.kind}: ${one.message}`)
      const answers = [...generated.answered]
      const lost = answers.flatMap(([place, answer]) => unkept(answer, kept, place.split(' ')[0] ?? ''))
      return { gaps, lost: [...new Set(lost)].sort(), resources: summary.added }
    } finally {
      vault.close()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const SAID = /said-[\da-z]{10}/gi

/** Everything said in the JSON and the bodies of the snapshot. */
function textsIn(vault: Vault, snapshot: number): ReadonlySet<string> {
  const kept = new Set<string>()
  const keep = (text: string) => {
    for (const [said] of text.matchAll(SAID)) kept.add(said)
  }
  for (const resource of vault.resources(snapshot)) {
    keep(JSON.stringify(vault.readJson(resource)))
    for (const { content } of resource.parts) keep(vault.read(content).toString())
  }
  return kept
}

function unkept(value: unknown, kept: ReadonlySet<string>, path: string): string[] {
  if (typeof value === 'string')
    return [...value.matchAll(SAID)].some(([said]) => !kept.has(said)) ? [path] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    unkept(
      inner,
      kept,
      `${path}.${Array.isArray(value) ? '[]' : name.replace(/^new\w{4}$/, 'new').replace(SAID, '*')}`,
    ),
  )
}
