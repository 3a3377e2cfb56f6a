import { ApiFailure } from '~shared/api/failure'

/** The proof of the number was used or came too late. */
export const isUnproven = (error: unknown) =>
  error instanceof ApiFailure &&
  (error.code === 'token_invalid' ||
    error.code === 'token_expired' ||
    error.problem?.errors?.some(({ field }) => field === 'verificationToken'))
