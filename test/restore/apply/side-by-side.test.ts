import { expect, test } from 'vitest'
import { makeCompany } from '../../helpers/company.ts'
import { freePort } from '../../helpers/forwarding.ts'
import { startLossyProxy } from '../../helpers/lossy-proxy.ts'
import { restoreInto } from '../../helpers/restoring.ts'

const BATCH = /\/v1\/spaces\/([^/]+)\/change-requests\/[^/]+\/content/

test('the contents of two spaces are written side by side', async () => {
  const { target, proxy } = await throughProxy()
  const writing = new Set<string>()
  const both = Promise.withResolvers<void>()
  // No batch is answered before one of each has come.
  proxy.before = async (method, path) => {
    const space = method === 'POST' ? BATCH.exec(path)?.[1] : undefined
    if (space === undefined) return undefined
    if (writing.add(space).size === 2) both.resolve()
    await both.promise
    return undefined
  }
  const { result } = await target.apply('1')
  expect(result?.state).toBe('complete')
})

test('a token refused in one space ends the run when the step that is under way in the other is done', async () => {
  const { target, proxy, vault } = await throughProxy()
  const { plan } = await target.plan('1')
  if (!plan) throw new Error('there is no plan')
  const begun: string[] = []
  const both = Promise.withResolvers<void>()
  const refused = Promise.withResolvers<void>()
  proxy.before = async (method, path) => {
    const space = method === 'POST' ? BATCH.exec(path)?.[1] : undefined
    if (space === undefined) return undefined
    if (begun.push(space) === 2) both.resolve()
    await both.promise
    if (space !== begun[0]) await refused.promise
    else setImmediate(refused.resolve)
    return space === begun[0] ? { status: 401 } : undefined
  }
  await expect(target.run({ action: 'apply', plan })).rejects.toThrow(/401/)
  const states = vault()
    .journal(1)
    .map(line => line.state)
  const count = (state: string) => states.filter(one => one === state).length
  expect(count('failed')).toBe(1)
  expect(count('begun')).toBe(count('done') + count('failed'))
  proxy.before = async () => undefined
  const { result } = await target.run({ action: 'resume', run: 1 })
  expect(result?.state).toBe('complete')
})

async function throughProxy() {
  const company = await makeCompany({ profile: 'current', members: 1, teams: 0, specs: [] })
  await company.backUp()
  const proxy = await startLossyProxy()
  const port = await freePort()
  proxy.target = `http://127.0.0.1:${port}`
  const target = await restoreInto(company, { profile: 'current', port, publicUrl: proxy.url })
  target.env.DOCVAULT_PLATFORM_URL = `${proxy.url}/v1`
  return { target, proxy, vault: () => company.vault() }
}
