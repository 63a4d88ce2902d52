/** Revisions, pages, files and reusable contents: docs/development/platform.md#content. */
import { z } from 'zod'
import { flagsSchema, idSchema, linksSchema, open } from './shapes.ts'

const PAGE_TYPES = ['document', 'group', 'link', 'computed'] as const
const REVISION_TYPES = ['edits', 'merge', 'rollback', 'update', 'computed'] as const
const COVER_SIZES = ['hero', 'full', 'background'] as const

const gitSchema = z.looseObject({ oid: z.string().nullish(), path: z.string().nullish() }).nullish()

const coverSchema = z.looseObject({
  ref: z.looseObject({ kind: z.string(), file: z.string().nullish() }).nullish(),
  refDark: z.looseObject({ kind: z.string(), file: z.string().nullish() }).nullish(),
  yPos: z.number().nullish(),
})

const layoutSchema = z.looseObject({
  cover: z.boolean().nullish(),
  coverSize: open(COVER_SIZES).nullish(),
  title: z.boolean().nullish(),
  description: z.boolean().nullish(),
  tableOfContents: z.boolean().nullish(),
  outline: z.boolean().nullish(),
  pagination: z.boolean().nullish(),
})

/** A definition from which content is generated. */
const computedSchema = z.looseObject({
  type: z.string(),
  props: z.record(z.string(), z.unknown()).nullish(),
  dependencies: z.record(z.string(), z.unknown()).nullish(),
})

const variablesSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).nullish()

const pageFields = {
  id: idSchema,
  title: z.string(),
  type: open(PAGE_TYPES).nullish(),
  emoji: z.string().nullish(),
  icon: z.string().nullish(),
  createdAt: z.string().nullish(),
  updatedAt: z.string().nullish(),
  urls: linksSchema,
  slug: z.string().nullish(),
  path: z.string().nullish(),
  description: z.string().nullish(),
  /** Absent where the page is empty, a group, a link or computed. */
  documentId: z.string().nullish(),
  git: gitSchema,
  layout: layoutSchema.nullish(),
  cover: coverSchema.nullish(),
  variables: variablesSchema,
  hidden: z.boolean().nullish(),
  noIndex: z.boolean().nullish(),
  noRobotsIndex: z.boolean().nullish(),
  computed: computedSchema.nullish(),
  computedSeed: z.string().nullish(),
  /** Of a link. */
  target: z.looseObject({ kind: z.string() }).nullish(),
  href: z.string().nullish(),
}
export const pageItselfSchema = z.looseObject(pageFields)

export type Page = z.infer<typeof pageItselfSchema> & { pages?: Page[] | null | undefined }

const pageSchema: z.ZodType<Page> = z.looseObject({
  ...pageFields,
  pages: z.array(z.lazy(() => pageSchema)).nullish(),
})

/** One page with its body in the format that was asked for. */
export const pageBodySchema = z.looseObject({
  ...pageFields,
  markdown: z.string().nullish(),
  document: z.looseObject({ nodes: z.array(z.unknown()) }).nullish(),
})

export const pageTreeSchema = z.looseObject({ pages: z.array(pageSchema) })

export const fileSchema = z.looseObject({
  id: idSchema,
  name: z.string(),
  contentType: z.string().nullish(),
  downloadURL: z.string(),
  size: z.number(),
  dimensions: z.looseObject({ width: z.number(), height: z.number() }).nullish(),
  git: gitSchema,
})
export type ContentFile = z.infer<typeof fileSchema>

export const reusableContentSchema = z.looseObject({
  id: idSchema,
  title: z.string(),
  /** Id of its body; absent where it is empty. */
  document: z.string().nullish(),
  computed: computedSchema.nullish(),
  computedSeed: z.string().nullish(),
  git: gitSchema,
})
export type ReusableContent = z.infer<typeof reusableContentSchema>

/** `createdByService` in the document, `createdByGitBook` on the published service. */
const revisionGitSchema = z.looseObject({
  oid: z.string().nullish(),
  message: z.string().nullish(),
  createdByService: z.boolean().nullish(),
  createdByGitBook: z.boolean().nullish(),
  url: z.string().nullish(),
  ref: z.string().nullish(),
})

const revisionFields = {
  object: z.literal('revision').nullish(),
  id: idSchema,
  type: open(REVISION_TYPES).nullish(),
  parents: z.array(z.string()).nullish(),
  variables: variablesSchema,
  createdAt: z.string().nullish(),
  git: revisionGitSchema.nullish(),
  urls: linksSchema,
  permissions: flagsSchema,
}

export const revisionSchema = z.looseObject({
  ...revisionFields,
  pages: z.array(pageSchema),
  files: z.array(fileSchema),
  reusableContents: z.array(reusableContentSchema).nullish(),
})
export type Revision = z.infer<typeof revisionSchema>

/** Pages, files and reusable contents as they came: see sound-revision.ts. */
export const revisionFrameSchema = z.looseObject({
  ...revisionFields,
  pages: z.array(z.unknown()),
  files: z.array(z.unknown()),
  reusableContents: z.array(z.unknown()).nullish(),
})
export type RevisionFrame = z.infer<typeof revisionFrameSchema>
