/** What a view is: an address, what it says as data, and that as a page. The JSON twin of a page is the data alone. */
import type { html } from 'hono/html'
import type { Asked } from './reading/asked.ts'

export type Html = ReturnType<typeof html>

export interface Crumb {
  title: string
  address: string
}

export interface Page {
  title: string
  /** Where it stands, from the organization down; the page itself is not among them. */
  crumbs: readonly Crumb[]
  body: Html
  /** Of `assets`: it looks again by itself. Nothing needs it. */
  script?: 'progress'
}

/** Data is plain JSON with the names that other JSON of docvault has: fields are only ever added. */
export interface View<Data extends object> {
  /** Pattern, as Hono has them. */
  path: string
  read(asked: Asked): Data | Promise<Data>
  page(data: Data, asked: Asked): Page
}

/** A view whose data nobody names. */
export interface Shown {
  path: string
  show(asked: Asked): Promise<{ data: object; page(): Page }>
}

export function view<Data extends object>({ path, read, page }: View<Data>): Shown {
  return {
    path,
    async show(asked) {
      const data = await read(asked)
      return { data, page: () => page(data, asked) }
    },
  }
}
