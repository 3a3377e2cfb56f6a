import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { DataRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { type I18n, I18nContext } from '~/i18n/context'

interface Props {
  client: QueryClient
  router: DataRouter
  i18n: I18n
}

export function App({ client, router, i18n }: Props) {
  return (
    <QueryClientProvider client={client}>
      <I18nContext value={i18n}>
        <RouterProvider router={router} />
      </I18nContext>
    </QueryClientProvider>
  )
}
