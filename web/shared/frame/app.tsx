import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type I18n, I18nContext } from '~shared/i18n/context'

interface Props {
  client: QueryClient
  i18n: I18n
  /** The router. */
  children: ReactNode
}

export function App({ client, i18n, children }: Props) {
  return (
    <QueryClientProvider client={client}>
      <I18nContext value={i18n}>{children}</I18nContext>
    </QueryClientProvider>
  )
}
