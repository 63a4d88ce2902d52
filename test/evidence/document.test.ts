/** The document as a file: what was changed in it is named, it prints by itself, and what it is asked wrongly it refuses. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { parse } from 'parse5'
import { expect, test } from 'vitest'
import { writeKeyPair } from '../../src/audit/ledger/keys.ts'
import { readSealed, verifyAlone, verifyInLedger, verifyLedger } from '../../src/audit/ledger/verify.ts'
import { noteAct } from '../../src/audit/ledger/write.ts'
import { controls } from '../../src/evidence/controls.ts'
import { printable } from '../../src/model/printable.ts'
import { openLedger } from '../../src/vault/ledger.ts'
import { docvault } from '../helpers/docvault.ts'
import { elementsOf } from '../helpers/rendered-html.ts'
import { newVault, seal, writeScope } from '../vault/fixture.ts'

const HOSTILE =
  '</title><script>alert(1)</script>\u202e\u0085"\'<img src=x onerror=alert(1)><a href="https://evil.example">'

async function madeEvidence(format: 'json' | 'html') {
  const now = Date.UTC(2025, 0, 10)
  const { vault, path } = await newVault({ clock: () => now })
  const writer = vault.begin({ id: 'org', title: HOSTILE }, HOSTILE)
  await writeScope(writer, null, 'space', { a: '1' })
  writer.gap({ parentKey: null, kind: 'team', resource: HOSTILE, class: 'refused', message: HOSTILE })
  const { snapshot } = await seal(writer)
  const acts = vault.annotations({ by: HOSTILE, note: noteAct(null, new Date(now).toISOString()) })
  acts.pin(snapshot, { reason: HOSTILE, untilMs: null })
  acts.tag(snapshot, 'x')
  await vault.close()
  const folder = join(path, '..')
  const env = { DOCVAULT_VAULT_PATH: path, DOCVAULT_AUDIT_KEY_FILE: join(folder, 'audit.key') }
  writeKeyPair(env.DOCVAULT_AUDIT_KEY_FILE, path)
  const file = join(folder, `evidence.${format}`)
  const args = ['evidence', '--from', '2025-01-01', '--to', '2025-01-31', '--out', file]
  expect((await docvault(args, { env })).code).toBe(3)
  return { path, env, file, folder }
}

/** Where the verdicts of a file are wrong. */
function wrongIn(file: string, path: string): string[] {
  const read = readSealed(file)
  const ledger = openLedger(path, 'read')
  const alone = read.sealed === null ? [] : [...verifyAlone(read.sealed, null)]
  const all = [...alone, verifyInLedger(ledger.entries(), read)]
  ledger.close()
  return all.filter(({ ok }) => !ok).map(({ where }) => where)
}

test('whatever byte of the document is altered, the part or the entry is named', async () => {
  const { path, file } = await madeEvidence('json')
  const bytes = readFileSync(file)
  const whole = JSON.parse(bytes.toString())
  const altered = join(path, '..', 'altered.json')
  expect(wrongIn(file, path)).toEqual([])
  const named = new Set<string>()
  for (let at = 0; at < bytes.length; at += 7) {
    const changed = Buffer.from(bytes)
    // Another digit, another letter, another mark.
    changed[at] = (bytes[at] ?? 0) ^ 1
    const expected = partOf(changed, whole)
    if (expected === null) continue
    writeFileSync(altered, changed)
    const wrong = wrongIn(altered, path)
    expect([at, wrong.length > 0]).toEqual([at, true])
    for (const name of expected) expect([at, wrong]).toEqual([at, expect.arrayContaining([name])])
    for (const name of wrong) named.add(name)
  }
  expect([...named]).toEqual(
    expect.arrayContaining([
      'about',
      'controls',
      'recovery_points',
      'gaps',
      'drills',
      'retention',
      'seal',
      'entry 3',
    ]),
  )
}, 300_000)

/** Null: it means the same; else the parts of the report that differ, none where it is the seal or cannot be read. */
function partOf(changed: Buffer, whole: { report: Record<string, unknown> }): string[] | null {
  try {
    const parsed = JSON.parse(changed.toString())
    if (JSON.stringify(parsed) === JSON.stringify(whole)) return null
    // Without one of its two members it is no report any more: then its bytes alone are known.
    if (!parsed.report || !parsed.seal) return []
    const names = Object.keys(whole.report)
    return names.filter(name => JSON.stringify(parsed.report[name]) !== JSON.stringify(whole.report[name]))
  } catch {
    return []
  }
}

test('whatever is altered in an entry of the ledger, the entry is named', async () => {
  const { path } = await madeEvidence('json')
  const ledger = openLedger(path, 'read')
  const entries = [...ledger.entries()]
  ledger.close()
  const wrongOf = (changed: typeof entries) =>
    [...verifyLedger(changed, null)].filter(({ ok }) => !ok).map(({ where }) => where)
  expect([entries.length, wrongOf(entries)]).toEqual([3, []])
  for (const [index, entry] of entries.entries())
    for (const field of ['hash', 'previous', 'body', 'signature', 'key'] as const) {
      const text = entry[field]
      if (text === null) continue
      for (let at = 0; at < text.length; at += 5) {
        const letter = text[at] === 'a' ? 'b' : 'a'
        const changed = { ...entry, [field]: `${text.slice(0, at)}${letter}${text.slice(at + 1)}` }
        const wrong = wrongOf(entries.with(index, changed))
        expect([field, at, wrong]).toEqual([field, at, expect.arrayContaining([`entry ${entry.number}`])])
      }
    }
})

test('the program says so, too: 13, and which part or entry', async () => {
  const { path, env, file } = await madeEvidence('json')
  const verified = await docvault(['audit', 'verify', file, '--json'], { env })
  expect([verified.code, wrongOf(verified.events)]).toEqual([0, []])
  writeFileSync(file, readFileSync(file, 'utf8').replace('"partial":1', '"partial":0'))
  const changed = await docvault(['audit', 'verify', file, '--json'], { env })
  expect([changed.code, wrongOf(changed.events)]).toEqual([13, ['recovery_points']])
  const db = new Database(join(path, 'catalog.db'))
  db.exec(
    `DROP TRIGGER ledger_stays; UPDATE ledger SET body = replace(body, 'evidence', 'evidences') WHERE id = 3`,
  )
  db.close()
  const ledger = await docvault(['audit', 'verify', '--json'], { env })
  expect([ledger.code, wrongOf(ledger.events)]).toEqual([13, expect.arrayContaining(['entry 3'])])
})

test('the page needs nothing from elsewhere, obeys no text in it, and prints', async () => {
  const { env, file } = await madeEvidence('html')
  const html = readFileSync(file, 'utf8')
  expect((await docvault(['audit', 'verify', file], { env })).code).toBe(0)
  const elements = elementsOf(parse(html).childNodes)
  const names = new Set(elements.map(({ tagName }) => tagName))
  for (const forbidden of ['script', 'img', 'link', 'iframe', 'object', 'form', 'base'])
    expect([forbidden, names.has(forbidden)]).toEqual([forbidden, false])
  const links = elements.flatMap(({ attrs }) => attrs.filter(({ name }) => name === 'href' || name === 'src'))
  expect(links.filter(({ value }) => !value.startsWith('#'))).toEqual([])
  const ids = new Set(
    elements.flatMap(({ attrs }) => attrs.filter(({ name }) => name === 'id').map(id => id.value)),
  )
  expect(links.filter(({ value }) => !ids.has(value.slice(1)))).toEqual([])
  expect(elements.flatMap(({ attrs }) => attrs.filter(({ name }) => name.startsWith('on')))).toEqual([])
  expect(html).not.toMatch(/url\(|@import|[\u202e\u0085]/)
  expect(html).toContain('@media print')
  expect(html).toContain('@page')
  // The hostile texts are there, as text.
  expect(html.split('&lt;script&gt;alert(1)').length).toBeGreaterThan(5)
  writeFileSync(file, html.replace('refused', 'retused'))
  expect((await docvault(['audit', 'verify', file], { env })).code).toBe(13)
})

test('every control is spoken to by sections that are there, and every section speaks to one', async () => {
  const { file } = await madeEvidence('json')
  const { report } = JSON.parse(readFileSync(file, 'utf8'))
  const ids = Object.keys(report.about.unknown).sort()
  const spoken = [...new Set(controls.flatMap(({ sections }) => sections))].sort()
  expect(spoken).toEqual(ids)
  expect(report.controls).toEqual(controls)
})

test('what is asked wrongly is refused by its name, with what to do', async () => {
  const { env } = await madeEvidence('json')
  const year = String(new Date().getUTCFullYear() + 1)
  const wrong: [string[], RegExp][] = [
    [['--to', '2025-01-31', '--format', 'html'], /--from is missing/],
    [['--from', '2025-01-01', '--format', 'html'], /--to is missing/],
    [
      ['--from', '2025-02-01', '--to', '2025-01-01', '--format', 'html'],
      /begins on 2025-02-01.*exchange --from and --to/s,
    ],
    [['--from', '2025-01-01', '--to', `${year}-01-01`, '--format', 'html'], /in the future.*say --to/s],
    [['--from', '2025-01-01 08:00', '--to', '2025-01-02', '--format', 'html'], /no whole day/],
    [['--from', 'soon', '--to', '2025-01-02', '--format', 'html'], /"soon" is no time/],
    [['--from', '2025-01-01', '--to', '2025-01-02', '--format', 'pdf'], /"pdf" is no format.*html/s],
    [['--from', '2025-01-01', '--to', '2025-01-02'], /--format is missing/],
    [
      ['--from', '2025-01-01', '--to', '2025-01-02', '--format', 'json', '--org', 'none'],
      /no organization none.*org/s,
    ],
  ]
  for (const [args, words] of wrong) {
    const { code, stderr, stdout } = await docvault(['evidence', ...args], { env })
    expect([args, code, stderr, String(stdout)]).toEqual([args, 2, expect.stringMatching(words), ''])
    expect(stderr.replaceAll('\n', '')).toBe(printable(stderr.replaceAll('\n', '')))
  }
}, 120_000)

function wrongOf(events: readonly Record<string, unknown>[]): unknown[] {
  return events
    .filter(event => event.message_type === 'verdict' && event.ok === false)
    .map(({ where }) => where)
}
