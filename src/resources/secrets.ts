/** Which fields hold what gives access to something: kept for a restore, and named as changed but never shown. */
const BY_NAME =
  /(^|\.)(privateKey|clientSecret|secret|secrets|token|password|apiKey|headers|configuration)(\.|\[|$)/

/** `declared`: of the kind. By that or by its own name. Dotted paths; `*` is any member, and what is below is secret too. */
export function secretTest(declared: readonly string[]): (path: string) => boolean {
  const forms = declared.map(path => path.split('.'))
  return path => {
    const parts = path.split(/[.[]/)
    const isDeclared = forms.some(form => form.every((name, at) => name === '*' || name === parts[at]))
    return isDeclared || BY_NAME.test(path)
  }
}
