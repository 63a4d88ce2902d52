/**
 * Values of table cells. A cell that does not say what its column's type wants is kept as rich text.
 */
import { type Element, findElement, findElements, textOf } from '../../dialect/parse/element.ts'
import type { Conversion } from './conversion.ts'
import { type DocumentNode, orEmptyParagraph } from './nodes.ts'
import type { Column } from './table-columns.ts'
import type { ContentRef } from './targets.ts'

export type CellValue =
  | number
  | string
  | null
  | boolean
  | string[]
  | ContentRef
  | { ref: ContentRef; objectFit?: string }

/** `addFragment` keeps rich text and says its name, which is then the value. */
export function cellValue(
  cell: Element | undefined,
  column: Column,
  conversion: Conversion,
  addFragment: (nodes: readonly DocumentNode[]) => string,
): CellValue {
  if (cell === undefined) return null
  const typed = typedValue(cell, column, conversion)
  return typed ?? addFragment(orEmptyParagraph(conversion.blocks(cell.children)))
}

function typedValue(cell: Element, column: Column, conversion: Conversion): CellValue {
  const text = textOf(cell).trim()
  switch (column.type) {
    case 'checkbox':
      return text === 'true' || findElement(cell.children, 'input')?.attributes.checked !== undefined
    case 'number':
    case 'rating':
      return text === '' || Number.isNaN(Number(text)) ? null : Number(text)
    case 'content-ref':
      return firstRef(cell, conversion)
    case 'image':
      return imageValue(cell, conversion)
    case 'files':
      return fileIds(cell, conversion)
    case 'users':
      return findElements(cell.children, 'a').map(link => link.attributes.href ?? textOf(link))
    case 'select':
      return selected(cell, column)
    default:
      return null
  }
}

function firstRef(cell: Element, conversion: Conversion): ContentRef | null {
  const href = findElement(cell.children, 'a')?.attributes.href
  return href === undefined ? null : conversion.resolve(href)
}

function imageValue(cell: Element, conversion: Conversion): CellValue {
  const found = findElement(cell.children, 'img', 'a')
  const target = found?.attributes.src ?? found?.attributes.href
  if (found === undefined || target === undefined) return null
  const objectFit = found.attributes['data-object-fit'] ?? cell.attributes['data-object-fit']
  return { ref: conversion.resolve(target), ...(objectFit === undefined ? {} : { objectFit }) }
}

/** Plain file ids; for what is no file of the space, the address as it stands. */
function fileIds(cell: Element, conversion: Conversion): string[] {
  const links = [...findElements(cell.children, 'a'), ...findElements(cell.children, 'img')]
  return links.flatMap(link => {
    const target = link.attributes.href ?? link.attributes.src
    if (target === undefined) return []
    const ref = conversion.resolve(target)
    return [ref.kind === 'file' ? ref.file : target]
  })
}

function selected(cell: Element, column: Column): CellValue {
  const values = findElements(cell.children, 'span').flatMap(span => span.attributes['data-option'] ?? [])
  if (values.length === 0) return null
  return column.definition.multiple === true ? values : (values[0] ?? null)
}
