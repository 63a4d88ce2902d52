/**
 * Takes known secrets out of text, by their value: whatever path they came by. Pure.
 */
const SHORTEST = 4
/** Of an opaque secret, so much of its beginning or end is taken out as well: services print such pieces. */
const PIECE = 8
/** Shorter ones are words that people choose: a piece of one may be part of any text. */
const OPAQUE_FROM = 16

export type Redact = (text: string) => string

/** Short values are left alone: they would hit words. */
export function makeRedact(secrets: readonly (string | null | undefined)[]): Redact {
  const values = [...new Set(secrets.flatMap(formsOf))].sort((a, b) => b.length - a.length)
  const opaque = values.filter(form => form.length >= OPAQUE_FROM && /^[\w.~+/=%-]+$/.test(form))
  return text => {
    const whole = values.reduce((rest, secret) => rest.replaceAll(secret, '…'), text)
    return opaque.reduce(withoutPieces, whole)
  }
}

/** As it is, as JSON, an address, Basic authorization (whatever stands before it) and a dump have it. */
function formsOf(secret: string | null | undefined): string[] {
  if (!secret || secret.length < SHORTEST) return []
  const inUrl = inAddress(secret).flatMap(part => [part, decoded(part)])
  const forms = [secret, ...inUrl].flatMap(text => [
    text,
    JSON.stringify(text).slice(1, -1),
    encodeURIComponent(text.toWellFormed()),
    ...(text.length >= PIECE ? [...base64Forms(text), Buffer.from(text).toString('hex')] : []),
  ])
  return [...new Set(forms)].filter(form => form.length >= SHORTEST)
}

/** User and password, also of an address that has several hosts. */
function inAddress(secret: string): string[] {
  const url = URL.parse(secret)
  if (url) return [url.password, url.username]
  const [, user = '', password = ''] = /^[a-z+]+:\/\/([^:@/]*)(?::([^@/]*))?@/.exec(secret) ?? []
  return [password, user]
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Three bytes become four characters: what a value looks like depends on where it begins, but for its edges. */
function base64Forms(text: string): string[] {
  const bytes = Buffer.from(text)
  return [0, 1, 2].flatMap(offset => {
    const whole = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replace(/=+$/, '')
    const ownEnd = Math.floor((offset + bytes.length) / 3) * 4
    const inner = whole.slice(Math.ceil((offset * 8) / 6), ownEnd)
    return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')]
  })
}

function withoutPieces(text: string, secret: string): string {
  return withoutEnds(withoutBeginnings(text, secret), secret)
}

function withoutBeginnings(text: string, secret: string): string {
  const [first, ...rest] = text.split(secret.slice(0, PIECE))
  const cut = rest.map(part => {
    let length = 0
    while (length < part.length && part[length] === secret[PIECE + length]) length++
    return part.slice(length)
  })
  return [first ?? '', ...cut].join('…')
}

function withoutEnds(text: string, secret: string): string {
  const parts = text.split(secret.slice(-PIECE))
  const last = parts.pop() ?? ''
  const cut = parts.map(part => {
    let length = 0
    while (length < part.length && part.at(-1 - length) === secret.at(-1 - PIECE - length)) length++
    return part.slice(0, part.length - length)
  })
  return [...cut, last].join('…')
}
