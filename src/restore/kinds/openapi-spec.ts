import { setTimeout as delay } from 'node:timers/promises'
import { parse } from 'yaml'
import { canonicalJson, digestOf } from '../../model/digest.ts'
import { recordOf, textOf } from '../../model/fields.ts'
import type { RestoreContext } from '../apply/session.ts'
import type { OrganizationState, StateItem } from '../state.ts'
import { phases, restorer } from './restorer.ts'

/** Named by its slug; made with the text of its oldest version. */
export const openApiSpec = restorer({
  kind: 'openapi-spec',
  phase: phases.specs,
  key: ({ json }) => textOf(json.slug),
  obstacle: (item, { source }) => (textsOf(source, item).length === 0 ? 'no text of it was ever read' : null),
  create: async ({ context, knowledge }, item) => {
    const slug = textOf(item.json.slug) ?? ''
    const [text = ''] = textsOf(knowledge.source, item)
    const { value } = await context.platform.openapi.put(context.organization, slug, {
      source: { text },
    })
    await processed(context, slug)
    return { id: value.id, json: value }
  },
  remove: ({ context: { platform, organization } }, { json }) =>
    platform.openapi.delete(organization, textOf(json.slug) ?? ''),
  lost: [
    { field: 'id', why: 'new-one' },
    { field: 'createdAt', why: 'date' },
    { field: 'sourceURL', why: 'saved-text' },
    { field: 'visibility', why: 'service-default' },
  ],
})

/** The first one came with the specification. */
export const openApiSpecVersion = restorer({
  kind: 'openapi-spec-version',
  phase: phases.specs,
  key: (item, _map, state) => versionKey(state, item),
  obstacle: (item, { source }) => (textOfVersion(source, item) === null ? 'its text was never read' : null),
  create: async ({ context, knowledge }, item) => {
    const spec = item.parent
    const slug = textOf(spec?.json.slug) ?? ''
    const text = textOfVersion(knowledge.source, item) ?? ''
    const first = spec ? knowledge.source.list('openapi-spec-version', spec)[0] : undefined
    if (first !== item) await context.platform.openapi.put(context.organization, slug, { source: { text } })
    await processed(context, slug)
    const latest = await context.platform.openapi.findLatestVersion(context.organization, slug)
    if (latest === null) throw new Error(`specification ${slug} has no version after its text was given`)
    return { id: latest.id, json: latest }
  },
  lost: [
    { field: 'id', why: 'new-one' },
    { field: 'createdAt', why: 'date' },
    { field: 'content', why: 'file-form' },
  ],
})

/** What it says, whatever its form. */
function versionKey(state: OrganizationState | null, item: StateItem): string | null {
  const text = state === null ? null : textOfVersion(state, item)
  return text === null ? null : digestOf(canonicalJson(parse(text)))
}

function textsOf(source: OrganizationState, spec: StateItem): string[] {
  return source.list('openapi-spec-version', spec).flatMap(version => textOfVersion(source, version) ?? [])
}

export function textOfVersion(source: OrganizationState, version: StateItem): string | null {
  const bytes = source.part(version, 'content')
  const files = bytes === null ? null : recordOf(recordOf(JSON.parse(bytes.toString()))?.filesystem)
  if (files === null) return null
  const all = Object.values(files)
  const root = all.find(
    file => recordOf(file)?.openapi !== undefined || recordOf(file)?.swagger !== undefined,
  )
  const chosen = root ?? all[0]
  return chosen === undefined ? null : typeof chosen === 'string' ? chosen : JSON.stringify(chosen, null, 2)
}

const MOST_LOOKS = 40

async function processed({ platform, organization, signal }: RestoreContext, slug: string): Promise<void> {
  for (let look = 1; look <= MOST_LOOKS; look++) {
    const spec = await platform.openapi.find(organization, slug)
    if (spec === null || spec.processingState === 'complete') return
    await delay(Math.min(5000, 100 * look), undefined, signal ? { signal } : {})
  }
}
