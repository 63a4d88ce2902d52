/**
 * People. A member's id is the id of the user.
 */
export interface User {
  [field: string]: unknown
  object: 'user'
  id: string
  displayName: string
  email: string
  photoURL: string
  urls: { location: string }
}

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
