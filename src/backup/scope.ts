/**
 * All resources of one kind under one parent: the unit that is read whole or not at all.
 */
import type { Resource } from '../resources/resource.ts'
import type { ParentNode } from './parent-node.ts'

export interface Scope {
  resource: Resource
  parent: ParentNode
}
