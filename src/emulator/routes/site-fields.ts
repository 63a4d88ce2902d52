/**
 * Optional fields in updates: undefined leaves a field as it is, null removes it.
 */
type Changes<T> = { [K in keyof T]?: T[K] | null | undefined }

export function setOrRemove<T extends object>(target: T, changes: Changes<T>): void {
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) Reflect.deleteProperty(target, name)
    else if (value !== undefined) Reflect.set(target, name, value)
  }
}
