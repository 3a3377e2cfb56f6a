import { useMutation } from '@tanstack/react-query'
import { post } from '~/api/http'
import { useLocale } from '~/i18n/context'
import { auth } from './store'

export interface Credentials {
  login: string
  password: string
}

export function useSignIn() {
  const locale = useLocale()
  return useMutation({
    mutationFn: (credentials: Credentials) => post(locale, '/auth/signin', credentials),
    onSuccess: ({ data }) => auth.signedIn(data),
  })
}
