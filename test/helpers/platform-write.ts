/** What somebody does on the platform, over its own API. */
interface Service {
  url: string
  token: string
}

export async function write(
  { url, token }: Service,
  method: string,
  path: string,
  body?: object,
): Promise<void> {
  const answer = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
}
