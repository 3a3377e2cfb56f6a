// Requests about customers. The audit log records each read.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { failureText } from '~shared/api/failure'
import { call } from '~shared/api/http'
import { get, LOADER_FRESH_MS } from '~shared/api/query'
import type { ApiResponse, Schemas } from '~shared/api/types'
import { useI18n } from '~shared/i18n/context'
import type { Locale } from '~shared/i18n/locale'
import { toast } from '~shared/ui/toast-store'

export type Customer = Schemas['Customer']

export const fullName = ({ firstName, lastName }: Pick<Customer, 'firstName' | 'lastName'>) => `${firstName} ${lastName}`

export const customersQuery = (locale: Locale, text: string) => ({
  ...get(locale, '/admin/customers', { query: { q: text } }),
  staleTime: LOADER_FRESH_MS,
})

export const customerQuery = (locale: Locale, id: string) => ({
  ...get(locale, '/admin/customers/{id}', { path: { id } }),
  staleTime: LOADER_FRESH_MS,
})

const pathOf = (id: number, action: 'block' | 'unblock' | 'end-sessions') => `/admin/customers/${id}/${action}`

export const blockCustomer = (locale: Locale, id: number, reason: string) =>
  call({ method: 'POST', path: pathOf(id, 'block'), locale, body: { reason } }) as Promise<
    ApiResponse<'/admin/customers/{id}/block', 'post'>
  >

/** Puts the customer of a response into the cache, so that the page shows it without another request. */
export function useCacheCustomer() {
  const { locale } = useI18n()
  const client = useQueryClient()
  return (customer: Customer) => client.setQueryData(customerQuery(locale, String(customer.accountId)).queryKey, { data: customer })
}

export function useCustomerAction(id: number, action: 'unblock' | 'end-sessions', successText: string) {
  const { t, locale } = useI18n()
  const show = useCacheCustomer()
  return useMutation({
    mutationFn: () =>
      call({ method: 'POST', path: pathOf(id, action), locale }) as Promise<ApiResponse<'/admin/customers/{id}/unblock', 'post'>>,
    onSuccess: ({ data }) => {
      show(data)
      toast.good(successText)
    },
    onError: (error) => toast.bad(failureText(t, error)),
  })
}
