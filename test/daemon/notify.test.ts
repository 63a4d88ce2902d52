import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeCompany } from '../helpers/company.ts'
import { startTestDaemon } from '../helpers/daemon.ts'
import { docvault } from '../helpers/docvault.ts'
import { makeFakeClock } from '../helpers/fake-clock.ts'
import { listenForHttp, listenForMail } from '../helpers/listeners.ts'

describe('notifications', () => {
  test('a refused token is told on every channel once, with what to do, and so is its end', async () => {
    const company = await makeCompany()
    const [hook, slack, mail] = [await listenForHttp(), await listenForHttp(), await listenForMail()]
    const file = join(company.folder, 'messages')
    const env = {
      DOCVAULT_NOTIFY_WEBHOOK: hook.url,
      DOCVAULT_NOTIFY_SLACK: slack.url,
      DOCVAULT_NOTIFY_SMTP: mail.url,
      DOCVAULT_NOTIFY_MAIL_TO: 'ops@example.com',
      DOCVAULT_NOTIFY_COMMAND: `cat >> ${file}`,
      DOCVAULT_PLATFORM_TOKEN: 'wrong-token',
    }
    const daemon = await startTestDaemon(company, { env })
    await daemon.run('backup')
    await daemon.daemon.beat()
    await daemon.run('backup')
    await daemon.daemon.beat()
    await daemon.daemon.reload(daemon.configs({ DOCVAULT_PLATFORM_TOKEN: company.emulator.token }))
    await daemon.run('backup')
    await daemon.daemon.beat()
    const told = hook.got.map(body => JSON.parse(body))
    expect(told.map(one => `${one.event} ${one.kind}`)).toEqual(['begin token', 'end token'])
    expect(told[0].advice).toContain('platform.token')
    expect(slack.got.map(body => JSON.parse(body).text)).toEqual([
      expect.stringContaining('refuses the token'),
      expect.stringContaining('over'),
    ])
    expect(mail.got).toHaveLength(2)
    expect(mail.got[0]).toContain('Subject: docvault: default: the platform refuses the token')
    expect(readFileSync(file, 'utf8').trim().split('\n')).toHaveLength(2)
  })

  test('less coverage, a failed run, damage and a full disk each have their own message', async () => {
    const company = await makeCompany({ members: 30 })
    const hook = await listenForHttp()
    const daemon = await startTestDaemon(company, { env: { DOCVAULT_NOTIFY_WEBHOOK: hook.url } })
    await daemon.run('backup')
    company.emulator.fault({ operation: 'listMembersInOrganizationById', kind: 'status', status: 403 })
    await daemon.run('backup')
    await daemon.daemon.beat()
    company.emulator.clearFaults()
    company.emulator.fault({ operation: 'getOrganizationById', kind: 'status', status: 403 })
    await daemon.run('backup')
    await daemon.daemon.beat()
    company.emulator.clearFaults()
    await daemon.run('backup')
    await daemon.daemon.reload(daemon.configs({ DOCVAULT_DAEMON_MIN_FREE: '1000GiB' }))
    await daemon.daemon.beat()
    const kinds = hook.got.map(body => JSON.parse(body)).map(one => `${one.event} ${one.kind}`)
    expect(kinds).toEqual(['begin coverage', 'begin failed', 'end failed', 'end coverage', 'begin disk'])
    expect(await daemon.run('backup')).toMatchObject({ outcome: 'failed', code: 'disk-full' })
  })

  test('an organization left out is wrong in every place until a list names it rightly', async () => {
    const company = await makeCompany()
    const hook = await listenForHttp()
    const daemon = await startTestDaemon(company, { env: { DOCVAULT_NOTIFY_WEBHOOK: hook.url } })
    const syncAll = async () => {
      const run = await daemon.platform().trigger('sync', {})
      await daemon.ended(one => one.run === run)
    }
    const { url, token } = company.emulator
    const answer = await fetch(`${url}/orgs`, { headers: { authorization: `Bearer ${token}` } })
    const list = Object(await answer.json())
    const text = JSON.stringify({ ...list, count: 2, items: [...list.items, { ...list.items[0], id: '' }] })
    company.emulator.fault({ operation: 'listOrganizationsForAuthenticatedUser', kind: 'answer', text })
    await syncAll()
    await daemon.daemon.beat()
    const status = await (await daemon.ask('/api/status')).json()
    expect(status).toMatchObject({
      conditions: [{ kind: 'left-out', title: expect.stringContaining('organization 2 of the list') }],
    })
    expect(await (await daemon.ask('/readyz')).json()).toMatchObject({ status: 'ready', conditions: 1 })
    company.emulator.clearFaults()
    await syncAll()
    await daemon.daemon.beat()
    expect(await (await daemon.ask('/api/status')).json()).toMatchObject({ conditions: [] })
    const told = hook.got.map(body => JSON.parse(body)).map(one => `${one.event} ${one.kind}`)
    expect(told).toEqual(['begin left-out', 'end left-out'])
  })

  test('a sync that fails is wrong at once, in every place, and over with the next one that succeeds', async () => {
    const company = await makeCompany()
    const hook = await listenForHttp()
    const daemon = await startTestDaemon(company, { env: { DOCVAULT_NOTIFY_WEBHOOK: hook.url } })
    company.emulator.fault({ operation: 'getOrganizationById', kind: 'status', status: 403 })
    const failed = await daemon.run('sync')
    expect(failed).toMatchObject({ outcome: 'failed' })
    // Nobody asked it to look at itself.
    await daemon.logged(one => one.kind === 'failed' && one.event === 'begin')
    const status = await (await daemon.ask('/api/status')).json()
    expect(status).toMatchObject({ conditions: [{ kind: 'failed', title: expect.stringContaining('sync') }] })
    expect(await (await daemon.ask('/readyz')).json()).toMatchObject({ status: 'ready', conditions: 1 })
    company.emulator.clearFaults()
    await daemon.run('sync')
    await daemon.logged(one => one.kind === 'failed' && one.event === 'end')
    expect(await (await daemon.ask('/api/status')).json()).toMatchObject({ conditions: [] })
    await daemon.daemon.beat()
    expect(hook.got.map(body => JSON.parse(body).event)).toEqual(['begin', 'end'])
  })

  test('the end of a run is looked at on its own platform; what is wrong with the others lasts until the next beat', async () => {
    const company = await makeCompany()
    const { url, token } = company.emulator
    const file = join(company.folder, 'two.yaml')
    const entries = ['ours', 'theirs'].map(
      name => `  - { name: ${name}, url: '${url}', token: '${token}' }\n`,
    )
    writeFileSync(file, `platforms:\n${entries.join('')}`)
    const env = { DOCVAULT_VAULT_PATH: join(company.folder, 'vaults') }
    const daemon = await startTestDaemon(company, { file, env })
    const sync = async (name: string) => {
      const run = await daemon.platform(name).trigger('sync', { organization: company.emulator.organization })
      return daemon.endedOn(name, record => record.run === run)
    }
    const wrong = () =>
      daemon.daemon.view
        .conditions()
        .map(({ platform, kind }) => `${platform} ${kind}`)
        .toSorted()
    const both = ['ours failed', 'theirs failed']
    company.emulator.fault({ operation: 'getOrganizationById', kind: 'status', status: 403 })
    await sync('ours')
    await daemon.logged(line => line.event === 'begin' && String(line.msg).startsWith('ours'))
    await sync('theirs')
    await daemon.logged(line => line.event === 'begin' && String(line.msg).startsWith('theirs'))
    expect(wrong()).toEqual(both)
    await daemon.daemon.beat()
    expect(wrong()).toEqual(both)
    company.emulator.clearFaults()
    await sync('theirs')
    await daemon.logged(line => line.event === 'end')
    expect(wrong()).toEqual(['ours failed'])
    await daemon.daemon.beat()
    expect(wrong()).toEqual(['ours failed'])
  })

  test('an anomaly is told with a link to what changed, stops forget and prune, and is over when somebody acknowledges it', async () => {
    const company = await makeCompany({ members: 30 })
    const hook = await listenForHttp()
    const env = {
      DOCVAULT_NOTIFY_WEBHOOK: hook.url,
      DOCVAULT_SERVER_PUBLIC_URL: 'https://docvault.example.com/',
      DOCVAULT_RETENTION_KEEP_LAST: '1',
    }
    const daemon = await startTestDaemon(company, { env })
    const { organization } = company.emulator
    const only = company.emulator.create('space', { title: 'Only', organization })
    await daemon.run('backup')
    // A space without pages.
    company.emulator.remove('space', only)
    await daemon.run('backup')
    await daemon.daemon.beat()
    expect(hook.got).toEqual([])
    await company.deleteSpace('Second')
    await daemon.run('sync')
    await daemon.daemon.beat()
    const told = () => hook.got.map(body => JSON.parse(body)).filter(({ kind }) => kind === 'anomaly')
    expect(told()).toMatchObject([
      {
        event: 'begin',
        title: expect.stringMatching(/the space "Second" is gone, with \d pages$/),
        advice: expect.stringContaining('`docvault ack space-removed-3 --reason TEXT` ends this'),
        link: `https://docvault.example.com/o/${organization}/changes?a=2&b=3`,
      },
    ])
    const frozen = expect.stringContaining('is frozen: space-removed-3 is open')
    expect(await daemon.run('forget')).toMatchObject({ outcome: 'skipped', message: frozen })
    expect(await daemon.run('prune')).toMatchObject({ outcome: 'skipped', message: frozen })
    await daemon.run('backup')
    await daemon.daemon.beat()
    expect(told()).toHaveLength(1)
    const vault = daemon.platform().openVault()
    expect(vault.anomalies()).toHaveLength(1)
    vault.close()
    const ended = await docvault(['ack', 'space-removed-3', '--reason', 'meant'], {
      env: { ...company.env, ...env },
      cwd: company.folder,
    })
    expect([ended.code, ended.stderr]).toEqual([0, ''])
    await daemon.daemon.beat()
    expect(told().map(({ event }) => event)).toEqual(['begin', 'end'])
    expect(await daemon.run('forget')).toMatchObject({ outcome: 'done' })
  })

  test('the changes that somebody wants to hear of are told once a night, to each channel from its severity on', async () => {
    const company = await makeCompany({ members: 30 })
    const [hook, slack] = [await listenForHttp(), await listenForHttp()]
    const env = {
      DOCVAULT_NOTIFY_WEBHOOK: hook.url,
      DOCVAULT_NOTIFY_SLACK: slack.url,
      DOCVAULT_NOTIFY_CHANGES: 'space-removed,administrator-gained',
      DOCVAULT_NOTIFY_CHANGES_FROM: 'slack=critical',
      DOCVAULT_ANOMALIES_WATCH: 'false',
    }
    const daemon = await startTestDaemon(company, { env })
    await daemon.run('backup')
    await company.deleteSpace('Second')
    await daemon.run('backup')
    await daemon.daemon.beat()
    await daemon.daemon.beat()
    await company.edit({ 'README.md': '# Other' })
    await daemon.run('backup')
    await daemon.daemon.beat()
    const told = hook.got.map(body => JSON.parse(body))
    expect(told.filter(({ event }) => event === 'digest')).toMatchObject([
      {
        event: 'digest',
        kind: 'changes',
        changes: [{ kind: 'space', title: 'Second', action: 'deleted', rules: ['space.removed'] }],
      },
    ])
    expect(slack.got.filter(body => body.includes('to look at ('))).toEqual([])
  })

  test('a daemon does not start with a rule that nobody knows, and says which', async () => {
    const company = await makeCompany()
    const env = { DOCVAULT_NOTIFY_CHANGES: 'space-romoved' }
    await expect(startTestDaemon(company, { env })).rejects.toThrow(
      'there is no rule "space-romoved" (did you mean space.removed?)',
    )
  })

  test('the heartbeat is sent only while every organization is fresh; overdue is told without any schedule', async () => {
    const company = await makeCompany({ organizations: 1 })
    const [hook, heart] = [await listenForHttp(), await listenForHttp()]
    const clock = makeFakeClock(Date.now())
    const env = { DOCVAULT_NOTIFY_WEBHOOK: hook.url, DOCVAULT_NOTIFY_HEARTBEAT: heart.url }
    const daemon = await startTestDaemon(company, { env, clock })
    await daemon.daemon.beat()
    expect(heart.got).toHaveLength(0)
    await daemon.platform().trigger('backup', {})
    await daemon.logged(
      one => one.outcome === 'complete' && one.organization === company.emulator.organization,
    )
    await daemon.logged(
      one => one.outcome === 'complete' && one.organization !== company.emulator.organization,
    )
    await daemon.daemon.beat()
    await daemon.daemon.beat()
    expect(heart.got).toHaveLength(1)
    await clock.advanceTo(clock.now() + 25 * 3_600_000)
    await daemon.run('backup')
    await clock.advanceTo(clock.now() + 2 * 3_600_000)
    await daemon.daemon.beat()
    expect(heart.got).toHaveLength(1)
    expect(hook.got.map(body => JSON.parse(body).kind)).toEqual(['overdue'])
  })
})
