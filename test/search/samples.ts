/** Substrings to search for, drawn from real texts by a seed, and disturbed as people and programs disturb them. */

/** Mulberry32: the same numbers on every machine. */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

export interface Sampler {
  /** 1 to 40 characters of some text. */
  substring(): string
}

export function makeSampler(texts: readonly string[], random: () => number): Sampler {
  const whole = texts.filter(text => text.trim() !== '')
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)]
  return {
    substring() {
      for (;;) {
        const characters = [...(pick(whole) ?? '')]
        const length = 1 + Math.floor(random() ** 2 * 40)
        const start = Math.floor(random() * Math.max(1, characters.length - length))
        const text = disturbed(characters.slice(start, start + length).join(''), random)
        if (text.replace(/[\p{Default_Ignorable_Code_Point}\s\p{Cc}]/gu, '') !== '') return text
      }
    },
  }
}

/** Now and then: other case, full width, decomposed, a soft hyphen in it, more spaces, a last character that is another. */
function disturbed(text: string, random: () => number): string {
  const which = Math.floor(random() * 14)
  if (which === 0) return text.toUpperCase()
  if (which === 1) return text.replace(/[!-~]/g, ascii => String.fromCharCode(ascii.charCodeAt(0) + 0xfee0))
  if (which === 2) return text.normalize('NFD')
  if (which === 3) return [...text].join('\u00ad')
  if (which === 4) return text.replaceAll(' ', ' \u00a0\n ')
  if (which === 5) return `${text.slice(0, -1)}${'%_"*^\'\\(]{'.charAt(Math.floor(random() * 10))}`
  return text
}
