/**
 * Run in a process of its own with a small heap: a vault with so many members, each with another role in the second
 * snapshot, then every format of the report of changes and of the diff. Prints one JSON line, and on the way to stderr
 * the seconds of processor time that each step took.
 */
import { enterReport, renderAndRecord, reportAccess, reportChanges } from '../../src/audit/audit.ts'
import { FORMATS } from '../../src/audit/formats/format.ts'
import type { Report } from '../../src/audit/report.ts'
import { changeEvent } from '../../src/cli/change-event.ts'
import { compare } from '../../src/diff/compare.ts'
import { renderHtmlDiff } from '../../src/diff/html/report.ts'
import { digestOf } from '../../src/model/digest.ts'
import { resources } from '../../src/resources/index.ts'
import { openVault, openVaultForWriting, type SnapshotWriter } from '../../src/vault/vault.ts'

const [path = '', countText = '0'] = process.argv.slice(2)
const count = Number(countText)
let spent = process.cpuUsage()

await fill()
tell('fill')
const vault = openVault(path)
const [a, b] = vault.snapshots()
if (!a || !b) throw new Error('the vault has no two snapshots')
const settings = {
  rules: [],
  domains: [],
  leavers: [],
  dormantAfterMs: 1e10,
  resolution: 'precedence',
  massChange: { administrators: 5, removedPercent: 25, removedLeast: 5 },
  trustedForMs: 0,
}
const origin = {
  version: '0',
  created: '2026-01-01T00:00:00Z',
  configuration: '',
  token: { owner: '', role: '' },
  previous: null,
}
const sources = { vault, resources, settings, origin }
const lines: Record<string, number> = {}
render('changes', () => reportChanges(sources, [a, b]))
render('access', () => reportAccess(sources, b))
const changes = () => compare(vault, resources, { a, b }, { by: 'id' })
lines['diff html'] = linesOf(renderHtmlDiff({ vault, a, b, changes }))
tell('diff html')
let events = 0
for (const change of changes()) if (JSON.stringify(changeEvent(change, null)).includes('"role"')) events++
lines['diff json'] = events
tell('diff json')
vault.close()
console.log(JSON.stringify({ lines, peakMiB: Math.round(process.resourceUsage().maxRSS / 1024) }))

function render(name: string, make: () => Report): void {
  const report = make()
  tell(`${name} collect`)
  const seal = enterReport(report, null)
  tell(`${name} seal`)
  for (const format of FORMATS) {
    lines[`${name} ${format}`] = linesOf(renderAndRecord(report, seal, format, null))
    tell(`${name} ${format}`)
  }
  report.close()
}

function tell(step: string): void {
  const { user, system } = process.cpuUsage(spent)
  spent = process.cpuUsage()
  console.error(`${step.padEnd(16)} ${((user + system) / 1e6).toFixed(2).padStart(8)} s`)
}

/** A row is told by the person in it. */
function linesOf(pieces: Iterable<string>): number {
  let rows = 0
  for (const piece of pieces) if (piece.includes('person-') && !piece.startsWith('<nav')) rows++
  return rows
}

async function fill(): Promise<void> {
  const writable = await openVaultForWriting(path)
  for (const role of ['read', 'edit']) {
    const writer = writable.begin({ id: 'org', title: 'Org' }, 'test')
    await writeSnapshot(writer, role)
  }
  await writable.close()
}

async function writeSnapshot(writer: SnapshotWriter, role: string): Promise<void> {
  const root = writer.scope(null, 'organization')
  const organization = await root.add(itemOf({ object: 'organization', id: 'org', title: 'Org' }))
  await root.finish({ token: null, exact: true })
  const scope = writer.scope(organization, 'member')
  for (let index = 0; index < count; index++) {
    const id = `person-${String(index).padStart(7, '0')}`
    const user = { object: 'user', id, displayName: id, email: `${id}@example.com` }
    await scope.add(itemOf({ object: 'member', id, role, user, disabled: false, sso: true }))
    if (index % 1000 === 999) await writer.flush()
  }
  await scope.finish({ token: null, exact: true })
  await writer.seal({ requests: 0, bytes: 0 })
}

function itemOf(item: { id: string; [field: string]: unknown }) {
  const json = JSON.stringify(item)
  return { id: item.id, changeDigest: digestOf(json), json: Buffer.from(json), parts: [] }
}
