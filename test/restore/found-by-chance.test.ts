/** What random pairs of states brought to light, each as small as it can be. */
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { EmulatorOptions } from '../../src/emulator/options.ts'
import { handbookFiles, writeFiles } from '../helpers/company.ts'
import { type PageFacts, readSpace } from '../helpers/random-states/space-facts.ts'
import { inWorld, type Planned, TITLE, type World } from '../helpers/restore-world.ts'
import { itemsOf } from '../helpers/restoring.ts'

type Profile = NonNullable<EmulatorOptions['profile']>

interface Handbook extends World {
  space: string
  snapshot: number
  edit(files: Readonly<Record<string, string | null>>): Promise<void>
  page(title: string): PageFacts
}

/** With what the restore is then asked for. */
const update = { onConflict: 'update' as const }
const withDeletions = { ...update, deleteExtra: TITLE }

function inHandbook<T>(
  profile: Profile,
  files: Readonly<Record<string, string>>,
  use: (handbook: Handbook) => Promise<T>,
): Promise<T> {
  const folderOf = (folder: string) => join(folder, 'handbook')
  const options = (folder: string) => {
    writeFiles(folderOf(folder), { ...handbookFiles, ...files })
    return {
      profile,
      members: 1,
      teams: 0,
      comments: 0,
      load: [{ title: 'Handbook', folder: folderOf(folder) }],
    }
  }
  return inWorld(options, async world => {
    const snapshot = await world.backUp()
    const [space] = itemsOf(world.vault, String(snapshot), 'space')
    const id = space?.id ?? ''
    return use({
      ...world,
      snapshot,
      space: id,
      edit: async changed => {
        writeFiles(folderOf(world.folder), changed)
        await world.emulator.load(id, folderOf(world.folder))
      },
      page: title => {
        const page = readSpace(world.emulator, id).pages.find(one => one.title === title)
        if (page === undefined) throw new Error(`there is no page ${title}`)
        return page
      },
    })
  })
}

function lossesOf(plan: Planned): string[] {
  return plan.losses.map(one => `${one.property}: ${one.names.join(', ')}`)
}

test('pages that the snapshot does not have are deleted where the service deletes pages', async () => {
  await inHandbook('current', {}, async handbook => {
    const { emulator, space } = handbook
    const extra = emulator.create('page', { space, title: 'Extra', markdown: '# Extra\n\nMore.\n' })
    emulator.patch('page', extra, { tags: [{ tag: { kind: 'tag', tag: 'new' } }] })
    const plan = await handbook.plan(handbook.snapshot, withDeletions)
    expect(plan.steps.map(one => `${one.action} ${one.label}`)).toEqual(['delete Extra of Handbook'])
    expect(plan.lasting.map(one => `${one.label}: ${one.reason}`)).toEqual([
      expect.stringMatching(/^Extra: an undo would make it anew, without its .*tags/),
    ])
    const { state, run } = await handbook.apply(plan)
    expect(state).toBe('complete')
    expect(readSpace(emulator, space).pages.map(one => one.title)).not.toContain('Extra')
    expect((await handbook.plan(handbook.snapshot, withDeletions)).steps).toEqual([])
    const { undone } = await handbook.apply(await handbook.planUndo(run))
    expect(handbook.page('Extra').says.get('Markdown')).toContain('More.')
    expect(handbook.page('Extra').says.get('tags') ?? []).toEqual([])
    expect(undone).toBeNull()
  })
})

test('a page that an undo writes anew, as it leads to what comes back anew, is named before', async () => {
  await inHandbook('current', {}, async handbook => {
    await handbook.edit({
      'SUMMARY.md': `${handbookFiles['SUMMARY.md']}* [Extra](extra.md)\n`,
      'extra.md': '# Extra\n\nMore.\n',
      'README.md': '# Welcome\n\nSee [more](extra.md).\n',
    })
    const plan = await handbook.plan(handbook.snapshot, withDeletions)
    expect(plan.lasting.map(one => `${one.label}: ${one.reason}`)).toEqual([
      'Extra: an undo would make it anew, without its Markdown',
      'Welcome: an undo would make anew what it leads to, and loses of it: Markdown',
    ])
    const { run } = await handbook.apply(plan)
    const undo = await handbook.planUndo(run)
    expect(lossesOf(undo)).toEqual(['Markdown: Welcome, Extra'])
    await handbook.apply(undo)
    expect(handbook.page('Welcome').says.get('Markdown')).not.toContain('# Welcome')
  })
})

test('what the snapshot does not have and no operation deletes is named', async () => {
  await inHandbook('full', {}, async handbook => {
    const { emulator, space } = handbook
    await handbook.edit({ '.gitbook/assets/more.txt': 'more' })
    emulator.create('page', { space, title: 'Extra', markdown: '# Extra\n' })
    const plan = await handbook.plan(handbook.snapshot, withDeletions)
    expect(plan.impossible.map(one => `${one.kind} ${one.label}: ${one.reason}`)).toEqual([
      'page Extra: not in the snapshot, and this service deletes no pages: it has to be deleted by hand',
      'file more.txt: not in the snapshot, and no operation deletes a file',
    ])
  })
})

describe.each(['full', 'current'] as const)('profile %s', profile => {
  test('what no operation changes beside the pages is announced as lost', async () => {
    await inHandbook(profile, { '.gitbook/vars.yaml': 'version: 1\n' }, async handbook => {
      const { emulator, space } = handbook
      const file = readSpace(emulator, space).files.find(one => one.name === 'logo.png')
      emulator.patch('file', file?.id ?? '', { content: 'another picture' })
      await handbook.edit({
        '.gitbook/includes/note.md': '---\ntitle: Note\n---\n\nSomething else everywhere.\n',
        '.gitbook/vars.yaml': 'version: 2\n',
        '.gitbook/assets/logo.png': 'another picture',
      })
      const plan = await handbook.plan(handbook.snapshot, update)
      expect(lossesOf(plan)).toEqual(
        expect.arrayContaining([
          'file: logo.png',
          'text of a reusable content: Note',
          expect.stringMatching(/^variables of the space: /),
        ]),
      )
    })
  })
})

test('a page that had no text has none again', async () => {
  await inHandbook('full', {}, async handbook => {
    const { id } = handbook.page('Empty')
    handbook.emulator.patch('page', id, { markdown: '# Empty\n\nNot any more.\n' })
    const { outcome, state } = await handbook.apply(await handbook.plan(handbook.snapshot, update))
    expect(outcome.failures).toEqual([])
    expect(state).toBe('complete')
    expect(handbook.page('Empty').says.get('Markdown')).toBeNull()
  })
})

test('what is put back by reverting leads to what an earlier restore gave a new id', async () => {
  const covered = {
    'guides/install.md':
      '---\ncover: ../.gitbook/assets/logo.png\n---\n\n# Install\n\nSee [Linux](linux.md).\n',
  }
  await inHandbook('current', covered, async handbook => {
    const { emulator } = handbook
    emulator.remove('page', handbook.page('On Linux').id)
    await handbook.apply(await handbook.plan(handbook.snapshot, update))
    emulator.patch('page', handbook.page('Install').id, { cover: undefined })
    const { state } = await handbook.apply(await handbook.plan(handbook.snapshot, update))
    const body = JSON.stringify(handbook.page('Install').says.get('body'))
    expect(body).toContain(handbook.page('On Linux').id)
    expect(handbook.page('Install').says.get('cover')).toBeDefined()
    expect(state).toBe('complete')
    expect((await handbook.plan(handbook.snapshot, update)).steps).toEqual([])
  })
})

test('a heading that was changed with its title comes back', async () => {
  await inHandbook('current', {}, async handbook => {
    const before = handbook.page('On Linux').says.get('Markdown')
    await handbook.edit({
      'SUMMARY.md': handbookFiles['SUMMARY.md']?.replace('[On Linux]', '[Unix]') ?? '',
      'guides/linux.md': '# Unix\r\n\r\nWindows line ends, and ünïcödé.\r\n',
    })
    const { state } = await handbook.apply(await handbook.plan(handbook.snapshot, update))
    expect(handbook.page('On Linux').says.get('Markdown')).toBe(before)
    expect(state).toBe('complete')
  })
})

test('a heading that an import of changed settings loses is announced', async () => {
  await inHandbook('full', {}, async handbook => {
    await handbook.edit({
      'SUMMARY.md': handbookFiles['SUMMARY.md']?.replace('[On Linux]', '[Unix]') ?? '',
      'guides/linux.md': '---\nhidden: true\n---\n\n# Unix\r\n\r\nWindows line ends, and ünïcödé.\r\n',
    })
    const plan = await handbook.plan(handbook.snapshot, update)
    expect(lossesOf(plan)).toContain('heading of the Markdown: On Linux')
    const { state } = await handbook.apply(plan)
    expect(handbook.page('Unix').says.get('Markdown')).toMatch(/^# Unix\r\n/)
    expect(state).toBe('complete')
  })
})

test('what a bundle cannot say of a page is announced and not imported over and over', async () => {
  const shown = { 'guides/linux.md': '# On Linux\n\n{% include "../.gitbook/includes/note.md" %}\n' }
  await inHandbook('document', shown, async handbook => {
    handbook.emulator.remove('page', handbook.page('On Linux').id)
    const plan = await handbook.plan(handbook.snapshot, update)
    expect(plan.impossible.map(one => `${one.label}: ${one.reason}`)).toContain(
      'On Linux: it comes back, but where it showed a reusable content that stayed there is a line of Markdown',
    )
    await handbook.apply(plan)
    const second = await handbook.plan(handbook.snapshot, update)
    expect(second.steps.map(one => one.name)).toEqual([])
    expect(lossesOf(second)).toContainEqual(expect.stringMatching(/^body: .*On Linux/))
  })
})

describe.each(['document', 'full'] as const)('profile %s', profile => {
  test('a cover that shows a file that stayed is announced as lost', async () => {
    const covered = { 'guides/linux.md': '---\ncover: ../.gitbook/assets/logo.png\n---\n\n# On Linux\n' }
    await inHandbook(profile, covered, async handbook => {
      const { says } = handbook.page('On Linux')
      handbook.emulator.remove('page', handbook.page('On Linux').id)
      const plan = await handbook.plan(handbook.snapshot, update)
      expect(lossesOf(plan)).toContain('cover: On Linux')
      const { state } = await handbook.apply(plan)
      expect(handbook.page('On Linux').says.get('cover')).not.toEqual(says.get('cover'))
      expect(state).toBe('complete')
    })
  })
})

test('variables that were announced as lost do not come with the pages that are missing', async () => {
  await inHandbook('full', { '.gitbook/vars.yaml': 'version: 1\n' }, async handbook => {
    const { emulator, space } = handbook
    const summary = handbookFiles['SUMMARY.md']?.replace(/^.*linux\.md.*\n/m, '') ?? ''
    await handbook.edit({ 'SUMMARY.md': summary, 'guides/linux.md': null, '.gitbook/vars.yaml': null })
    const plan = await handbook.plan(handbook.snapshot, update)
    expect(lossesOf(plan)).toContainEqual(expect.stringMatching(/^variables of the space: /))
    await handbook.apply(plan)
    expect(handbook.page('On Linux').says.get('Markdown')).toContain('Windows line ends')
    expect(readSpace(emulator, space).variables).toEqual({})
  })
})

test('a page that got a copy beside it is still the page that others stand below', async () => {
  const summary = (path: string) =>
    `# Table of contents\n\n* [Install](${path})\n  * [On Linux](guides/linux.md)\n`
  await inHandbook('document', { 'SUMMARY.md': summary('guides/install.md') }, async handbook => {
    // Another page of the same title in its place, with what stood below the first.
    await handbook.edit({
      'SUMMARY.md': summary('guides/set-up.md'),
      'guides/install.md': null,
      'guides/set-up.md': '# Install\n\nSomething else.\n',
    })
    const plan = await handbook.plan(handbook.snapshot, update)
    expect(lossesOf(plan)).toContainEqual(expect.stringMatching(/^body: .*Install/))
    const { state, verification } = await handbook.apply(plan)
    expect(verification.differences).toEqual([])
    expect(state).toBe('complete')
    expect((await handbook.plan(handbook.snapshot, update)).steps).toEqual([])
  })
})

test('an undo that leaves a copy behind says so, and the run is not undone', async () => {
  await inHandbook('document', {}, async handbook => {
    await handbook.edit({ 'guides/linux.md': '# On Linux\n\nSomething else.\n' })
    const { run } = await handbook.apply(await handbook.plan(handbook.snapshot, update))
    const undo = await handbook.planUndo(run)
    expect(undo.impossible.map(one => `${one.label}: ${one.reason}`)).toContainEqual(
      expect.stringMatching(/^On Linux: restore 1 made it, and this service deletes no pages/),
    )
    expect((await handbook.apply(undo)).undone).toBeNull()
  })
})

test('a page that stood below a group that stayed comes to the root, and the plan says so', async () => {
  const summary = String(handbookFiles['SUMMARY.md']).replace(/\* \[Elsewhere.*\n/, '')
  await inHandbook('full', { 'SUMMARY.md': summary }, async handbook => {
    const without = summary.replace('* [Empty](guides/empty.md)\n', '')
    await handbook.edit({ 'SUMMARY.md': without, 'guides/empty.md': null })
    const plan = await handbook.plan(handbook.snapshot, update)
    expect(lossesOf(plan)).toContain('place: Empty')
    const { state } = await handbook.apply(plan)
    expect(state).toBe('complete')
    expect(handbook.page('Empty').parent).toBeNull()
    expect((await handbook.plan(handbook.snapshot, update)).steps).toEqual([])
  })
})
