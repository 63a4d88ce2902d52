/** Every start that fails ends the process with a code and one line, and leaves nothing behind. */
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, onTestFinished, test } from 'vitest'
import { exitCodeOf } from '../../src/cli/exit-code.ts'
import { DocvaultError } from '../../src/model/errors.ts'
import { type Company, makeCompany } from '../helpers/company.ts'
import { startTestDaemon } from '../helpers/daemon.ts'
import { docvault } from '../helpers/docvault.ts'
import { unscheduled } from '../helpers/unscheduled.ts'

interface Failure {
  code: number
  /** Tried as a process of its own, which has to end and take its Redis along. */
  process?: true
  says: RegExp
  prepare(company: Company): Promise<Record<string, string>> | Record<string, string>
}

const file = (company: Company, name: string, text: string) => {
  const path = join(company.folder, name)
  writeFileSync(path, text)
  return path
}

const failures: Record<string, Failure> = {
  'no address of the platform': {
    code: 2,
    says: /platform\.url is not set\n.*DOCVAULT_PLATFORM_URL/,
    prepare: () => ({ DOCVAULT_PLATFORM_URL: '' }),
  },
  'an address of the platform that is none': {
    code: 2,
    says: /platform\.url: "acme" is no http\(s\) address/,
    prepare: () => ({ DOCVAULT_PLATFORM_URL: 'acme' }),
  },
  'no token': {
    process: true,
    code: 2,
    says: /platform\.token is not set\n.*DOCVAULT_PLATFORM_TOKEN/,
    prepare: () => ({ DOCVAULT_PLATFORM_TOKEN: '' }),
  },
  'an empty token file': {
    code: 2,
    says: /platform\.tokenFile: .*token is empty/,
    prepare: company => ({
      DOCVAULT_PLATFORM_TOKEN: '',
      DOCVAULT_PLATFORM_TOKEN_FILE: file(company, 'token', '\n'),
    }),
  },
  'a token file that is not there': {
    code: 2,
    says: /platform\.tokenFile: .*nowhere cannot be read/,
    prepare: company => ({
      DOCVAULT_PLATFORM_TOKEN: '',
      DOCVAULT_PLATFORM_TOKEN_FILE: join(company.folder, 'nowhere'),
    }),
  },
  'a token file with two lines': {
    code: 2,
    says: /platform\.token holds a space, a line break/,
    prepare: company => ({
      DOCVAULT_PLATFORM_TOKEN: '',
      DOCVAULT_PLATFORM_TOKEN_FILE: file(company, 'token', 'one\ntwo\n'),
    }),
  },
  'an organization by its title': {
    code: 2,
    says: /platform\.organizations: "Acme Documentation" is no id/,
    prepare: () => ({ DOCVAULT_PLATFORM_ORGANIZATIONS: 'Acme Documentation' }),
  },
  'a schedule that is none': {
    code: 2,
    says: /schedules\.backup = "often" is no cron expression/,
    prepare: () => ({ DOCVAULT_SCHEDULES_BACKUP: 'often' }),
  },
  'a schedule with seconds': {
    code: 2,
    says: /schedules\.backup = "0 0 2 \* \* \*" is no cron expression of five fields/,
    prepare: () => ({ DOCVAULT_SCHEDULES_BACKUP: '0 0 2 * * *' }),
  },
  'an address of Redis that is none': {
    code: 2,
    says: /redis\.url is no address of a Redis/,
    prepare: () => ({ DOCVAULT_REDIS_URL: 'localhost:6379' }),
  },
  'a Redis that does not answer': {
    process: true,
    code: 1,
    says: /Redis at redis\.url does not answer: .*ECONNREFUSED/,
    prepare: () => ({ DOCVAULT_REDIS_URL: 'redis://127.0.0.1:1', DOCVAULT_REDIS_START_TIMEOUT: '300ms' }),
  },
  'a redis-server that ends at once': {
    process: true,
    code: 1,
    says: /redis-server does not start: .*appendonlydir/i,
    prepare: company => {
      const folder = join(company.folder, 'daemon', 'redis')
      mkdirSync(folder, { recursive: true })
      file(company, 'daemon/redis/appendonlydir', 'no folder')
      return {}
    },
  },
  'a folder of logs that cannot be made': {
    code: 1,
    says: /daemon\.path: .*logs cannot be written to \(ENOTDIR\)/,
    prepare: company => ({ DOCVAULT_DAEMON_PATH: file(company, 'taken', '') }),
  },
  'a port in use': {
    process: true,
    code: 1,
    says: /cannot listen on 127\.0\.0\.1 port \d+: the port is in use/,
    async prepare() {
      const server = createServer().listen(0, '127.0.0.1')
      await once(server, 'listening')
      onTestFinished(() => void server.close())
      const address = server.address()
      return { DOCVAULT_SERVER_PORT: String(typeof address === 'object' ? address?.port : '') }
    },
  },
  'an address that this machine does not have': {
    code: 1,
    says: /cannot listen on 192\.0\.2\.1 port 0: this machine does not have the address/,
    prepare: () => ({ DOCVAULT_SERVER_HOST: '192.0.2.1', DOCVAULT_SERVER_TOKEN: 'secret' }),
  },
  'a folder of somebody else as the vault': {
    code: 1,
    says: /is not a vault and holds other things, e\.g\. mine/,
    prepare(company) {
      mkdirSync(company.vaultPath)
      writeFileSync(join(company.vaultPath, 'mine'), '')
      return {}
    },
  },
  'a file as the vault': {
    code: 1,
    says: /vault is not a folder/,
    prepare(company) {
      writeFileSync(company.vaultPath, '')
      return {}
    },
  },
  'a vault of a newer version': {
    process: true,
    code: 1,
    says: /made by a newer docvault/,
    async prepare(company) {
      await company.backUp()
      const db = new Database(join(company.vaultPath, 'catalog.db'))
      db.pragma('user_version = 9999')
      db.close()
      return {}
    },
  },
  'a vault that is no database': {
    code: 1,
    says: /not a SQLite database|file is not a database/,
    async prepare(company) {
      await company.backUp()
      writeFileSync(join(company.vaultPath, 'catalog.db'), 'x'.repeat(10_000))
      return {}
    },
  },
}

describe('a daemon that cannot start', () => {
  test.each(Object.entries(failures))('%s: ends with its code and one line', async (_name, failure) => {
    const { code, says, prepare } = failure
    const company = await makeCompany()
    const given = await prepare(company)
    const ended = failure.process ? await runDaemon(company, given) : await startHere(company, given)
    expect(ended).toEqual({ code, said: expect.stringMatching(says) })
    expect(ended.said.trim().split('\n').length).toBeLessThanOrEqual(2)
    expect(processesOf(company.folder)).toEqual([])
  })

  test('a vault that another process holds, with daemon.vaultBusy refuse: 11', async () => {
    const company = await makeCompany()
    await startTestDaemon(company)
    const own = join(company.folder, 'second')
    const env = {
      ...unscheduled,
      ...company.env,
      DOCVAULT_DAEMON_VAULT_BUSY: 'refuse',
      DOCVAULT_DAEMON_PATH: own,
    }
    const run = await docvault(['daemon'], { env })
    expect([run.code, run.stderr]).toEqual([11, expect.stringContaining('is in use by process')])
    expect(processesOf(own)).toEqual([])
  })
})

interface Ended {
  code: number | null
  said: string
}

async function runDaemon(company: Company, given: Record<string, string>): Promise<Ended> {
  const own = { DOCVAULT_DAEMON_PATH: join(company.folder, 'daemon') }
  const { code, stderr } = await docvault(['daemon'], {
    env: { ...unscheduled, ...company.env, ...own, ...given },
  })
  return { code, said: stderr }
}

async function startHere(company: Company, given: Record<string, string>): Promise<Ended> {
  try {
    await startTestDaemon(company, { env: given })
    return { code: null, said: 'it runs' }
  } catch (error) {
    if (!(error instanceof DocvaultError)) throw error
    const message = error.message.replace('the configuration is wrong:\n', '')
    return { code: exitCodeOf(error), said: `${message}\n${error.hint ?? ''}` }
  }
}

/** Command lines of the processes that name the folder. */
function processesOf(folder: string): string[] {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(commandOf)
    .filter(command => command.includes(folder))
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}
