/**
 * The table of what each way of writing can bring back, held against a service of each profile: pages that have one
 * property each are deleted or changed, restored, and read from the emulator. A wrong cell fails here.
 */

import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { EmulatorOptions } from '../../src/emulator/options.ts'
import type { JsonObject } from '../../src/emulator/state/json-object.ts'
import { capabilities, capabilityNamed, WAYS, type Way } from '../../src/restore/content/capabilities.ts'
import { BETWEEN } from '../helpers/between.ts'
import { handbookFiles, writeFiles } from '../helpers/company.ts'
import { differencesOf, readSpace } from '../helpers/random-states/space-facts.ts'
import { inWorld, type World } from '../helpers/restore-world.ts'
import { itemsOf } from '../helpers/restoring.ts'

const SERVICES: Readonly<Record<Way, EmulatorOptions>> = {
  batch: { profile: 'current' },
  'page-import': { profile: 'full' },
  import: { profile: 'document' },
  git: BETWEEN,
}

interface Trial {
  /** What a page with the property says. */
  has: JsonObject
  /** What somebody makes of it. */
  becomes: JsonObject
}

const trials: Readonly<Record<string, Trial>> = {
  title: { has: {}, becomes: { title: 'Another title' } },
  slug: { has: { slug: 'of-slug' }, becomes: { slug: 'another-slug' } },
  description: { has: { description: 'About it' }, becomes: { description: 'Something else' } },
  emoji: { has: { emoji: '1f680' }, becomes: { emoji: '1f4d6' } },
  icon: { has: { icon: 'bolt' }, becomes: { icon: 'book' } },
  hidden: { has: { hidden: true }, becomes: { hidden: false } },
  noIndex: { has: { noIndex: true }, becomes: { noIndex: false } },
  noRobotsIndex: { has: { noRobotsIndex: true }, becomes: { noRobotsIndex: false } },
  condition: { has: { condition: 'visitor.plan == "a"' }, becomes: { condition: 'visitor.plan == "b"' } },
  cover: { has: { cover: coverOf('a') }, becomes: { cover: coverOf('b') } },
  layout: { has: { layout: layoutOf(false) }, becomes: { layout: layoutOf(true) } },
  variables: { has: { variables: { version: '1' } }, becomes: { variables: { version: '2' } } },
  tags: {
    has: { tags: [{ tag: { kind: 'tag', tag: 'a' } }] },
    becomes: { tags: [{ tag: { kind: 'tag', tag: 'b' } }] },
  },
  linkTitle: { has: { linkTitle: 'Short' }, becomes: { linkTitle: 'Shorter' } },
  metaLinks: {
    has: { metaLinks: { canonical: { kind: 'url', url: 'https://example.com/a' } } },
    becomes: { metaLinks: { canonical: { kind: 'url', url: 'https://example.com/b' } } },
  },
  body: { has: {}, becomes: { markdown: '# Of body\n\nOverwritten.\n' } },
  Markdown: { has: {}, becomes: { markdown: '# Of Markdown\n\nOverwritten.\n' } },
}

/** Held against the service elsewhere, or no property of a page alone. */
const ELSEWHERE = [
  'place',
  'type',
  'computed',
  'what its Markdown does not say',
  'tags of the space',
  'heading of the Markdown',
  'links',
  'links that led nowhere',
  'variables of the space',
  'reusable content',
  'text of a reusable content',
  'file',
  'file ending in .md',
]

test('each property of the table is tried, here or elsewhere', () => {
  expect([...Object.keys(trials), ...ELSEWHERE].sort()).toEqual(capabilities.map(one => one.property).sort())
})

describe.each(WAYS)('by %s', way => {
  test.each(['made', 'inPlace'] as const)(
    'what the table says of what is %s is what comes back',
    async when => {
      const found = await inSpace(way, async (world, space) => {
        const pages = Object.entries(trials).map(([property, { has }]) => {
          const markdown = `# Of ${property}\n\nIts text.\n`
          return [
            property,
            world.emulator.create('page', { space, title: `Of ${property}`, markdown, ...has }),
          ] as const
        })
        const snapshot = await world.backUp()
        const before = readSpace(world.emulator, space)
        for (const [property, id] of pages)
          if (when === 'made') world.emulator.remove('page', id)
          else world.emulator.patch('page', id, trials[property]?.becomes ?? {})
        const result = await world.apply(await world.plan(snapshot, { onConflict: 'update' }))
        expect(result.outcome.failures).toEqual([])
        expect(result.verification.differences).toEqual([])
        const lost = differencesOf(before, readSpace(world.emulator, space))
        return Object.fromEntries(
          pages.map(([property, id]) => [
            property,
            !lost.some(one => one.id === id && one.property === property),
          ]),
        )
      })
      const said = Object.keys(trials).map(name => [name, capabilityNamed(name)[when][way].reach !== 'no'])
      expect(found).toEqual(Object.fromEntries(said))
    },
  )
})

/** The fields of a page that the newest service's batch accepts, as its published description has them. */
const ACCEPTED = [
  'title',
  'slug',
  'emoji',
  'icon',
  'description',
  'hidden',
  'noIndex',
  'noRobotsIndex',
  'condition',
]

test('a batch is said to set exactly the fields that the service accepts', () => {
  const fields = Object.keys(trials).filter(one => !['body', 'Markdown'].includes(one))
  for (const when of ['made', 'inPlace'] as const)
    expect(fields.filter(one => capabilityNamed(one)[when].batch.reach === 'yes').sort()).toEqual(
      ACCEPTED.toSorted(),
    )
})

function inSpace<T>(way: Way, use: (world: World, space: string) => Promise<T>): Promise<T> {
  const options = (folder: string) => {
    const handbook = join(folder, 'handbook')
    writeFiles(handbook, handbookFiles)
    return {
      ...SERVICES[way],
      members: 1,
      teams: 0,
      comments: 0,
      load: [{ title: 'Handbook', folder: handbook }],
    }
  }
  return inWorld(options, async world => {
    const [space] = itemsOf(world.vault, String(await world.backUp()), 'space')
    return use(world, space?.id ?? '')
  })
}

function coverOf(name: string): JsonObject {
  return { ref: { kind: 'url', url: `https://example.com/${name}.png` }, yPos: 0 }
}

function layoutOf(outline: boolean): JsonObject {
  const rest = { cover: true, title: true, description: true, tableOfContents: true, pagination: true }
  return { ...rest, outline, coverSize: 'hero' }
}
