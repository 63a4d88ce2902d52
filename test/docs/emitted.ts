/** Which JSON lines commands really print: types and fields, collected from runs on a company with everything in it. */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeAgeKeyPair } from '../../src/replica/keys/age.ts'
import { type Company, handbookFiles, makeCompany } from '../helpers/company.ts'
import { startTestDaemon } from '../helpers/daemon.ts'
import { docvault } from '../helpers/docvault.ts'
import { startMockIssuer } from '../helpers/mock-issuer.ts'

/** By command, then by type. */
export type Emitted = Map<string, Map<string, Set<string>>>

const ANY_THAT_FAILS = 'any that fails'

export async function collectEmitted(): Promise<Emitted> {
  const company = await makeCompany()
  const emitted: Emitted = new Map()
  const run = async (name: string, ...args: string[]) => {
    const { events } = await docvault([...args, '--json'], { env: company.env, cwd: company.folder })
    for (const line of events) {
      if (line.message_type === 'exit_error' && name !== ANY_THAT_FAILS) {
        throw new Error(`${args.join(' ')}: ${line.message}`)
      }
      note(emitted, name, line)
    }
    return events
  }
  await run(ANY_THAT_FAILS, 'snapshots')
  await run('backup', 'backup')
  company.emulator.fault({ operation: 'listTeamsInOrganizationById', kind: 'status', status: 500 })
  await company.edit({
    'SUMMARY.md': `${handbookFiles['SUMMARY.md']}* [New](new.md)\n`,
    'new.md': '# New\n\nNew.\n',
  })
  await run('backup', 'backup')
  company.emulator.clearFaults()
  await run('backup', 'backup')
  await company.edit({ 'new.md': '# New\n\nChanged.\n', 'guides/linux.md': null })
  await run('backup', 'backup')
  await lookAt(company, run)
  await restoreAndDrill(company, run)
  await keepAndForget(run)
  await approve(company, run)
  await repair(company, run)
  await replicate(company, run)
  await besideDaemon(company, run)
  return emitted
}

type Run = (name: string, ...args: string[]) => Promise<Record<string, unknown>[]>

async function lookAt({ folder }: Company, run: Run): Promise<void> {
  const key = join(folder, 'audit.key')
  const report = join(folder, 'report.json')
  const [several, table] = [join(folder, 'several.yaml'), join(folder, 'new.csv')]
  const doubtful = join(folder, 'doubtful.yaml')
  const lines: [name: string, ...args: string[]][] = [
    ['snapshots', 'snapshots'],
    ['ls', 'ls', 'latest'],
    ['show SNAPSHOT KIND ID', 'show', 'latest', 'page', 'new.md', '--as', 'json'],
    ['show SNAPSHOT KIND ID', 'show', 'latest', 'page', 'new.md', '--as', 'proof'],
    ['show SNAPSHOT', 'show', 'latest'],
    ['coverage', 'coverage'],
    ['find', 'find', 'changed'],
    ['index', 'index'],
    ['index --check', 'index', '--check'],
    ['index --drop', 'index', '--drop'],
    ['diff', 'diff', '1', '4'],
    ['log', 'log', 'page', 'new.md'],
    ['timeline', 'timeline', 'page', 'new.md'],
    ['blame', 'blame', 'latest', 'page', 'new.md'],
    ['audit keygen', 'audit', 'keygen', key],
    ['audit changes, access', 'audit', 'changes', '-o', report, '--format', 'json'],
    ['audit changes, access', 'audit', 'access', '-o', join(folder, 'access.csv')],
    ['audit verify', 'audit', 'verify', report],
    ['audit ledger', 'audit', 'ledger'],
    ['evidence', 'evidence', '--from', 'today', '--to', 'today', '--out', join(folder, 'evidence.json')],
    ['anomalies --replay', 'anomalies', '--replay'],
    ['access', 'access', '--space', 'Handbook'],
    ['export', 'export', 'latest', join(folder, 'export')],
    ['check', 'check', '--read-data', '--spot', '3'],
    ['config init', 'config', 'init'],
    ['config check', 'config', 'check', '--config', doubtful],
    ['config show', 'config', 'show'],
    ['fleet add', 'fleet', 'add', '--csv', table, '--config', several],
    ['fleet add', 'fleet', 'add', '--csv', table, '--config', several, '--apply'],
  ]
  writeFileSync(several, 'platforms:\n  - name: acme\n')
  writeFileSync(doubtful, 'server:\n  roles: [{group: docs, role: viewer, tenants: [acne]}]\n')
  writeFileSync(table, 'name,tenant\nglobex,globex\n')
  for (const line of lines) await run(...line)
}

async function restoreAndDrill({ edit }: Company, run: Run): Promise<void> {
  await edit({ 'new.md': '# New\n\nDamaged.\n' })
  const wanted = ['restore', '4', '--page', 'new.md', '--on-conflict', 'update']
  await run('restore SNAPSHOT', ...wanted)
  await run('restore SNAPSHOT --apply', ...wanted, '--apply', '--yes')
  await run('restore plans', 'restore', 'plans')
  await run('restore runs', 'restore', 'runs')
  await run('restore undo', 'restore', 'undo', '1', '--yes')
  await run('drill', 'drill', '4')
  await run('drill --records', 'drill', '--records')
}

async function keepAndForget(run: Run): Promise<void> {
  await run('pin', 'pin', '1', '--reason', 'release', '--until', '90d')
  await run('tag, untag', 'tag', '2', 'before-move')
  await run('hold', 'hold', '2', '--who', 'Legal', '--why', 'subpoena', '--until', '90d')
  await run('hold --list', 'hold', '--list')
  await run('forget', 'forget', '--keep-last', '1')
  await run('forget SNAPSHOT --apply', 'forget', '3', '--apply', '--expect', '1')
  await run('snapshots', 'snapshots')
  await run('forget --undo', 'forget', '--undo')
  await run('release', 'release', '1')
  await run('tag, untag', 'untag', 'before-move')
  await run('unpin', 'unpin', '1')
  await run('forget SNAPSHOT --apply', 'forget', '1', '--apply', '--expect', '1')
  await run('prune', 'prune')
  await run('prune --apply', 'prune', '--apply')
  await run('compact', 'compact')
  await run('upgrade', 'upgrade')
  await run('audit ledger', 'audit', 'ledger')
}

/** Somebody asks on a command line, and somebody else signs in there. */
async function approve({ env }: Company, run: Run): Promise<void> {
  const issuer = await startMockIssuer()
  const guarding = {
    DOCVAULT_APPROVALS_ACTIONS: 'hold-release',
    DOCVAULT_SERVER_OIDC_ISSUER: issuer.url,
    DOCVAULT_SERVER_OIDC_CLIENT_ID: issuer.clientId,
    DOCVAULT_SERVER_OIDC_CLIENT_SECRET: issuer.clientSecret,
    DOCVAULT_SERVER_ROLES: '[{"group":"docs","role":"admin"}]',
  }
  Object.assign(env, guarding)
  await run('hold', 'hold', '2', '--who', 'Legal', '--why', 'another subpoena')
  await run(ANY_THAT_FAILS, 'release', '2')
  const [asked] = await run('approvals', 'approvals')
  await run('approve', 'approve', String(asked?.request))
  for (const name of Object.keys(guarding)) delete env[name]
}

async function repair({ env }: Company, run: Run): Promise<void> {
  rmSync(join(String(env.DOCVAULT_VAULT_PATH), 'head.json'))
  await run('repair', 'repair')
  await run('repair', 'repair', '--apply')
}

async function replicate({ folder }: Company, run: Run): Promise<void> {
  const { identity, recipient } = await makeAgeKeyPair()
  const [key, passphrase] = [join(folder, 'ada.txt'), join(folder, 'passphrase.txt')]
  writeFileSync(key, `${identity}\n`)
  writeFileSync(passphrase, 'correct horse battery staple\n')
  const target = join(folder, 'replica')
  const phrase = ['--passphrase-file', passphrase]
  await run('replica key new', 'replica', 'key', 'new', ...phrase)
  await run(
    'replica key passphrase',
    'replica',
    'key',
    'passphrase',
    ...phrase,
    '--new-passphrase-file',
    passphrase,
  )
  await run('replica key', 'replica', 'key', 'add', recipient, '--name', 'ada')
  await run('replica key', 'replica', 'key', 'remove', 'master')
  await run('replica key', 'replica', 'key', 'list')
  await run('replicate', 'replicate', target, '--init')
  await run('check --replica', 'check', '--replica', target)
  rmSync(join(target, 'keys/000001.age'))
  await run('replica repair', 'replica', 'repair', target)
  await run('recover --list', 'recover', target, '--list')
  await run('recover', 'recover', target, join(folder, 'recovered'), '--identity', key)
}

async function besideDaemon(company: Company, run: Run): Promise<void> {
  const server = { DOCVAULT_SERVER_TOKEN: 'the-token' }
  const daemon = await startTestDaemon(company, { env: server })
  Object.assign(company.env, server, { DOCVAULT_DAEMON_PATH: join(company.folder, 'daemon') })
  const [started] = await run('trigger', 'trigger', 'backup', '--org', company.emulator.organization)
  await daemon.ended(one => one.run === started?.run)
  await run('status', 'status')
  await run('logs', 'logs')
  await run('audit operators', 'audit', 'operators')
  await daemon.stop()
}

function note(emitted: Emitted, name: string, line: Record<string, unknown>): void {
  const { message_type: type, ...fields } = line
  const types = emitted.get(name) ?? new Map<string, Set<string>>()
  emitted.set(name, types)
  const known = types.get(String(type)) ?? new Set<string>()
  types.set(String(type), known)
  for (const field of Object.keys(fields)) known.add(field)
}
