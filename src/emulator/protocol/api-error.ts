/**
 * What the emulated platform refuses, with the status it answers. Never leaves the emulator as an exception.
 */
export class ApiError extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.name = 'ApiError'
    this.status = status
  }
}

export function notFound(what: string): ApiError {
  return new ApiError(404, `${what} not found`)
}

export function badRequest(message: string): ApiError {
  return new ApiError(400, message)
}
