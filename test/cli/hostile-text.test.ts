import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commands } from '../../src/cli/commands.ts'
import { OBJECT_NAMES } from '../../src/emulator/control/objects.ts'
import type { Kind } from '../../src/model/resource.ts'
import { type Company, makeCompany } from '../helpers/company.ts'
import { docvault } from '../helpers/docvault.ts'
import { runLine } from '../helpers/program.ts'

/** A title of a terminal, colours, C1, line ends of every kind, and marks that turn the text around. */
const HOSTILE =
  '\u202e\u061c\u001b]0;x\u0007\u001b[31m\u009b31m\u0085\nFORGED\r\u2028FORGED\u2066\u200f\u200e\u007f'
const DRIVING = /[^\P{Cc}\n]|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u
const FORGED = /^[\s"'|,*+-]*FORGED/m
const TEXTS = ['title', 'name', 'displayName', 'subject', 'label', 'description', 'email', 'hostname', 'path']

/** Whatever of the platform's state can be patched gets hostile texts; answers how many objects that were. */
function makeHostile({ emulator }: Company, mark: string): number {
  const visit = (value: unknown): [string, Record<string, unknown>][] => {
    if (typeof value !== 'object' || value === null) return []
    const { id } = Object(value)
    const texts = Object.entries(value).filter(
      ([name, text]) => TEXTS.includes(name) && typeof text === 'string',
    )
    const set = Object.fromEntries(texts.map(([name, text]) => [name, `${text}${HOSTILE}${mark}`]))
    const own: [string, Record<string, unknown>][] =
      typeof id === 'string' && texts.length > 0 ? [[id, set]] : []
    return [...own, ...Object.values(value).flatMap(visit)]
  }
  const objects = new Map(visit(emulator.state()))
  return [...objects].filter(([id, set]) =>
    OBJECT_NAMES.some(object => {
      try {
        emulator.patch(object, id, set)
        return true
      } catch {
        return false
      }
    }),
  ).length
}

/** By command; a string says why a command has no line here. */
const lines: Readonly<Record<string, readonly (readonly string[])[] | string>> = {
  demo: 'starts a platform of its own, with texts of its own',
  emulator: 'prints an address',
  completion: 'prints words of the program',
  config: 'prints settings',
  daemon: 'prints what its log says, as JSON',
  // The others ask a daemon.
  fleet: [
    ['fleet', 'add', '--csv', 'new.csv', '--config', 'fleet.yaml'],
    ['fleet', 'add', '--csv', 'new.csv', '--config', 'fleet.yaml', '--json'],
    ['fleet', 'add', '--csv', 'new.csv', '--config', 'fleet.yaml', '--apply'],
  ],
  status: 'asks a daemon',
  trigger: 'asks a daemon',
  logs: 'asks a daemon',
  backup: [['backup'], ['backup', '--json']],
  snapshots: [['snapshots'], ['snapshots', '--json']],
  ls: [
    ['ls', 'latest'],
    ['ls', 'latest', '--json'],
  ],
  show: [
    ['show', 'latest'],
    ['show', 'latest', 'page', 'PAGE'],
    ['show', 'latest', 'page', 'PAGE', '--json'],
    ['show', 'latest', 'page', 'PAGE', '--as', 'proof'],
  ],
  find: [
    ['find', 'e'],
    ['find', 'e', '--json'],
    ['find', '.+', '--regex'],
  ],
  index: [['index'], ['index', '--json'], ['index', '--check']],
  coverage: [['coverage']],
  diff: [
    ['diff', '1', '2'],
    ['diff', '1', '2', '--words'],
    ['diff', '1', '2', '--stat'],
    ['diff', '1', '2', '--json'],
    ['diff', '1', '2', '--html', 'diff.html'],
  ],
  log: [
    ['log', 'page', 'PAGE'],
    ['log', 'page', 'PAGE', '--brief'],
    ['log', 'page', 'PAGE', '--json'],
  ],
  blame: [['blame', 'latest', 'page', 'PAGE']],
  timeline: [
    ['timeline', 'page', 'PAGE'],
    ['timeline', 'space', 'SPACE'],
    ['timeline', 'page', 'PAGE', '--json'],
  ],
  audit: ['md', 'html', 'csv', 'cef', 'ocsf', 'json'].flatMap(format => [
    ['audit', 'changes', '--format', format],
    ['audit', 'access', 'latest', '--format', format],
  ]),
  evidence: [
    ['evidence', '--from', 'today', '--to', 'today', '--format', 'html'],
    ['evidence', '--from', 'today', '--to', 'today', '--format', 'json'],
    ['evidence', '--from', 'today', '--to', 'today', '--format', 'json', '--json'],
  ],
  access: [
    ['access', 'MEMBER'],
    ['access', '--space', 'SPACE'],
  ],
  export: [
    ['export', 'latest', 'out'],
    ['export', 'latest', 'out', '--replace', '--json'],
  ],
  restore: [
    ['restore', '1'],
    ['restore', '1', '--json'],
  ],
  drill: [['drill', '--space', 'SPACE']],
  check: [['check'], ['check', '--json']],
  compact: [['compact'], ['compact', '--json']],
  upgrade: [['upgrade'], ['upgrade', '--json']],
  repair: [
    ['repair', '--offline'],
    ['repair', '--offline', '--json'],
    ['repair', '--apply', '--offline'],
  ],
  web: 'prints an address and what a view failed of; the views themselves: test/web/views.test.ts',
  replicate: 'prints targets, numbers and names of files',
  replica: 'prints keys and names that somebody here gave',
  recover: 'prints paths, numbers and findings of `check`',
  anomalies: [['anomalies'], ['anomalies', '--replay'], ['anomalies', '--all', '--json']],
  ack: 'prints what somebody has typed',
  approvals: [['approvals'], ['approvals', '--all', '--json']],
  approve: 'prints what somebody has typed, and what the issuer calls who signs in',
  pin: [['pin', 'latest']],
  unpin: [['unpin', 'latest']],
  tag: [['tag', 'latest', 'tried']],
  untag: [['untag', 'tried']],
  hold: [
    ['hold', 'latest', '--why', `asked${HOSTILE}`],
    ['hold', '--list'],
    ['hold', '--list', '--json'],
  ],
  release: [['release', '1']],
  forget: [
    ['forget', '--keep-last', '1'],
    ['forget', '--keep-last', '1', '--json'],
    ['forget', '1', '--apply', '--expect', '1'],
  ],
  prune: [['prune'], ['prune', '--json'], ['prune', '--apply'], ['prune', '--apply', '--json']],
}

test('every command has its line among the hostile texts, or a reason why not', () => {
  expect(Object.keys(lines).sort()).toEqual(commands.map(({ name }) => name).sort())
})

test('no text of the platform drives a terminal or begins a line, in whatever command prints it', async () => {
  const company = await makeCompany({
    asDescribed: false,
    members: 4,
    teams: 2,
    sites: 1,
    comments: 4,
    changeRequests: 2,
    specs: [],
  })
  await company.backUp()
  expect(makeHostile(company, '')).toBeGreaterThan(30)
  await company.backUp()
  const ids = idsOf(company)
  writeFleet(company.folder)
  const found: string[] = []
  for (const given of Object.values(lines).flatMap(one => (typeof one === 'string' ? [] : one))) {
    const argv = given.map(
      word =>
        ids[word] ??
        (/^(out|diff\.html|new\.csv|fleet\.yaml)$/.test(word) ? join(company.folder, word) : word),
    )
    const { text } = await runLine(argv, { env: company.env })
    const json = given.includes('--json') || given.includes('ocsf')
    if (json) for (const line of text.split('\n').slice(0, -1)) JSON.parse(line)
    if (text.trim() === '') found.push(`${given.join(' ')}: prints nothing`)
    const [driving] = DRIVING.exec(given.includes('csv') ? text.replaceAll('\r\n', '\n') : text) ?? []
    if (driving) found.push(`${given.join(' ')}: U+${driving.codePointAt(0)?.toString(16)}`)
    const [line] = FORGED.exec(text) ?? []
    if (line !== undefined) found.push(`${given.join(' ')}: a line of its own`)
  }
  const html = readFileSync(join(company.folder, 'diff.html'), 'utf8')
  if (DRIVING.test(html)) found.push('diff.html')
  expect(found).toEqual([])
})

test('an error that names what somebody typed, or the platform wrote, begins no line with it', async () => {
  const company = await makeCompany()
  await company.backUp()
  const env = company.env
  writeFleet(company.folder)
  for (const args of [
    ['show', 'latest', 'page', `x${HOSTILE}`],
    ['access', `x${HOSTILE}`],
    ['fleet', 'add', '--csv', 'column.csv', '--config', 'fleet.yaml'],
  ]) {
    const { stderr, code } = await docvault(args, { env, cwd: company.folder })
    expect(code).not.toBe(0)
    expect(stderr).toContain('FORGED')
    expect(DRIVING.test(stderr)).toBe(false)
    expect(stderr).not.toMatch(/^FORGED/m)
  }
})

/** A configuration with a hostile folder, a table that is good, and one with such a column. */
function writeFleet(folder: string): void {
  const write = (file: string, text: string) => writeFileSync(join(folder, file), text)
  const vault = { path: `x${HOSTILE}/\${name}` }
  write('fleet.yaml', `templates: ${JSON.stringify({ t: { vault } })}\nplatforms:\n  - name: first\n`)
  write('new.csv', 'name,extends\ncustomer,t\n')
  write('column.csv', `name,"x${HOSTILE}"\na,b\n`)
}

/** What stands for a word of a line. */
function idsOf({ vault }: Company): Readonly<Record<string, string>> {
  const open = vault()
  const first = (kind: Kind) => [...open.resources(2, { kind })][0]?.id ?? ''
  const page = [...open.resources(2, { kind: 'page' })].find(one =>
    one.parts.some(part => part.name === 'markdown'),
  )
  return { PAGE: page?.id ?? '', MEMBER: first('member'), SPACE: first('space') }
}
