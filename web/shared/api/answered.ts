import { ApiFailure } from './failure'

/** The server has said yes or no. A line that is down, or a service that is, leaves it open whether a write has happened. */
export const isAnswer = (error: unknown) =>
  error instanceof ApiFailure && error.kind === 'http' && (error.status ?? 500) < 500 && error.status !== 429
