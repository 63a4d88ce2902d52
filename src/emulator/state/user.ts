/**
 * People. A member's id is the id of the user.
 */
import { notFound } from '../protocol/api-error.ts'
import type { User } from './records/people.ts'
import type { World } from './world.ts'

export function makeUser(origin: string, id: string, displayName: string, email: string): User {
  return {
    object: 'user',
    id,
    displayName,
    email,
    photoURL: `https://avatars.platform.example/${id}.png`,
    urls: { location: `${origin}/v1/users/${id}` },
  }
}

/** Somebody new to the platform. */
export function addUser(world: World, displayName: string, email: string): User {
  const user = makeUser(world.origin, world.makeId(), displayName, email)
  world.users.set(user.id, user)
  return user
}

export function getUser(world: World, id: string): User {
  const user = world.users.get(id)
  if (user === undefined) throw notFound('user')
  return user
}

/** Somebody who is known by the address, or somebody new who is called what stands before the @. */
export function userWithEmail(world: World, email: string): User {
  const wanted = email.toLowerCase()
  const known = [...world.users.values()].find(user => user.email.toLowerCase() === wanted)
  return known ?? addUser(world, email.slice(0, email.lastIndexOf('@')), email)
}
