/**
 * Columns of a table: their type and role, said by the attributes of the header cells.
 */
import { type Element, findElements, textOf } from '../../dialect/parse/element.ts'

const TYPES = ['number', 'checkbox', 'files', 'users', 'rating', 'select', 'content-ref', 'image'] as const
type ColumnType = 'text' | (typeof TYPES)[number]

export interface Column {
  id: string
  type: ColumnType
  hidden: boolean
  role: 'target' | 'cover' | 'cover-dark' | null
  definition: Record<string, unknown>
}

/** As many as the widest row has cells. */
export function columnsOf(header: readonly Element[], width: number): Column[] {
  return Array.from({ length: width }, (_, index) => columnOf(header[index], `c${index + 1}`))
}

function columnOf(cell: Element | undefined, id: string): Column {
  const attributes = cell?.attributes ?? {}
  const isSelect = cell !== undefined && findElements(cell.children, 'select').length > 0
  const type = isSelect ? 'select' : (TYPES.find(known => known === attributes['data-type']) ?? 'text')
  return {
    id,
    type,
    hidden: attributes['data-hidden'] !== undefined,
    role: roleOf(attributes),
    definition: { id, type, title: titleOf(cell), ...settingsOf(cell, type) },
  }
}

function titleOf(cell: Element | undefined): string {
  const parts = (cell?.children ?? []).filter(child => typeof child === 'string' || child.name !== 'select')
  return parts.map(textOf).join('').trim()
}

function roleOf(attributes: Record<string, string>): Column['role'] {
  if (attributes['data-card-target'] !== undefined) return 'target'
  if (attributes['data-card-cover'] !== undefined) return 'cover'
  return attributes['data-card-cover-dark'] === undefined ? null : 'cover-dark'
}

function settingsOf(cell: Element | undefined, type: ColumnType): Record<string, unknown> {
  const attributes = cell?.attributes ?? {}
  const multiple = attributes['data-multiple'] !== undefined
  switch (type) {
    case 'text':
      return {
        textAlignment: /text-align:\s*(\w+)/.exec(attributes.style ?? '')?.[1] ?? attributes.align ?? 'left',
      }
    case 'rating':
      return { max: Number(attributes['data-max'] ?? 5) }
    case 'users':
      return { multiple }
    case 'select':
      return { multiple, options: optionsOf(cell) }
    default:
      return {}
  }
}

function optionsOf(cell: Element | undefined): Record<string, unknown>[] {
  return findElements(cell?.children ?? [], 'option').map(({ attributes, children }) => ({
    value: attributes.value ?? '',
    label: attributes.label ?? children.map(textOf).join('').trim(),
    color: attributes.color ?? 'blue',
  }))
}
