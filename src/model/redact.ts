/**
 * Takes known secrets out of text, by their value: whatever path they came by. Pure.
 */
const SHORTEST = 4

export type Redact = (text: string) => string

/** Short values are left alone: they would hit words. */
export function makeRedact(secrets: readonly (string | null | undefined)[]): Redact {
  const values = secrets.flatMap(formsOf).sort((a, b) => b.length - a.length)
  return text => values.reduce((rest, secret) => rest.replaceAll(secret, '…'), text)
}

/** As it is, as JSON has it, and as an address has it. */
function formsOf(secret: string | null | undefined): string[] {
  if (!secret || secret.length < SHORTEST) return []
  const inUrl = URL.canParse(secret) ? [new URL(secret).password, new URL(secret).username] : []
  const forms = [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret), ...inUrl]
  return [...new Set(forms)].filter(one => one.length >= SHORTEST)
}
