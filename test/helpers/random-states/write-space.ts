/** Brings a space of an emulator to what a model says: as one edit of a folder, and the rest set by hand. */
import { rmSync } from 'node:fs'
import { stringify } from 'yaml'
import type { Emulator } from '../../../src/emulator/handle.ts'
import { writeFiles } from '../company.ts'
import { readSpace } from './space-facts.ts'
import { type NodeModel, type SpaceModel, walkNodes } from './space-model.ts'

export function writeSpaceFolder(folder: string, space: SpaceModel): void {
  rmSync(folder, { recursive: true, force: true })
  writeFiles(folder, filesOf(space))
}

export async function writeSpace(
  emulator: Emulator,
  id: string,
  folder: string,
  space: SpaceModel,
): Promise<void> {
  writeSpaceFolder(folder, space)
  await emulator.load(id, folder)
  setByHand(emulator, id, space)
}

/** Pages are found by their files, groups and links by their titles, which nothing else has. */
export function setByHand(emulator: Emulator, id: string, space: SpaceModel): void {
  const pages = readSpace(emulator, id).pages
  const nodes = [...walkNodes(space.nodes)]
  const idOf = (node: NodeModel | undefined) => pages.find(one => node && one.title === shownTitle(node))?.id
  for (const node of nodes) {
    const [own, page] = [idOf(node), idOf(nodes.find(one => one.key === node.leads))]
    const set = page === undefined ? node.set : { ...node.set, ...leadingTo(node, { kind: 'page', page }) }
    if (own !== undefined && Object.keys(set).length > 0) emulator.patch('page', own, { ...set })
  }
}

function leadingTo({ kind }: NodeModel, target: Record<string, unknown>): Record<string, unknown> {
  return kind === 'link' ? { target, href: null } : { metaLinks: { alternates: [target] } }
}

function filesOf(space: SpaceModel): Record<string, string> {
  const nodes = [...walkNodes(space.nodes)]
  const slugs = new Map(nodes.map(node => [node.key, node.slug]))
  const pages = nodes.filter(node => node.kind === 'page')
  return {
    'SUMMARY.md': summaryOf(space.nodes),
    ...(space.version === null ? {} : { '.gitbook/vars.yaml': `version: ${space.version}\n` }),
    '.gitbook/includes/note.md': `---\ntitle: Note\n---\n\n${space.note}\n`,
    ...Object.fromEntries(pages.map(node => [`${node.slug}.md`, textOf(node, slugs)])),
    ...Object.fromEntries(
      Object.entries(space.files).map(([name, bytes]) => [`.gitbook/assets/${name}`, bytes]),
    ),
  }
}

function textOf(node: NodeModel, slugs: ReadonlyMap<number, string>): string {
  const cover = node.cover === undefined ? {} : { cover: `.gitbook/assets/${node.cover}` }
  const matter = { ...node.said, ...cover }
  const links = node.links.map(key => `See [number ${key}](${slugs.get(key) ?? `page-${key}`}.md).`)
  const shows = node.shows.map(name => `![${name}](.gitbook/assets/${name})`)
  const notes = node.includes ? ['{% include ".gitbook/includes/note.md" %}'] : []
  const body = [`# ${node.title}`, node.text, ...links, ...shows, ...notes].join('\n\n')
  return `${Object.keys(matter).length === 0 ? '' : `---\n${stringify(matter)}---\n\n`}${body}\n`
}

/** A divider ends a group. */
function summaryOf(nodes: readonly NodeModel[]): string {
  const lines = ['# Table of contents', '']
  let isInGroup = false
  for (const node of nodes) {
    if (node.kind === 'group')
      lines.push('', `## ${node.title}`, '', ...node.below.flatMap(one => lineOf(one, '')))
    else lines.push(...(isInGroup ? ['', '***', ''] : []), ...lineOf(node, ''))
    isInGroup = node.kind === 'group'
  }
  return `${lines.join('\n')}\n`
}

function lineOf(node: NodeModel, indent: string): string[] {
  const target =
    node.kind === 'link' ? `https://example.com/${encodeURIComponent(node.text)}` : `${node.slug}.md`
  const line = `${indent}* [${shownTitle(node)}](${target})`
  return [line, ...node.below.flatMap(one => lineOf(one, `${indent}  `))]
}

function shownTitle(node: NodeModel): string {
  return node.sidebar ?? node.title
}
