/** Keys of a replica: what a folder, a bucket and a server all take as they are. */

export function assertKey(key: string): void {
  if (!/^[\w.-]+(\/[\w.-]+)*$/.test(key) || key.split('/').some(part => /^\.+$/.test(part)))
    throw new RangeError(`"${key}" is no key of a replica`)
}
